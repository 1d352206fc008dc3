// The front page says what is so.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAYERS } from '@resilience4cata/core/layers'
import { rooms } from '@resilience4cata/policies/rooms'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')

test('before and after are a fixture, word for word', () => {
  const [before, after] = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, block]) => block)
  expect(before!.trim()).toBe(read('packages/policies/src/retry/fixtures/plain/input.ts').trim())
  expect(after!.trim()).toBe(read('packages/policies/src/retry/fixtures/plain/output.ts').trim())
})

test('what is imported in it is exported by the packages', () => {
  const { exports } = JSON.parse(read('packages/unplugin-resilience4cata/package.json')) as { exports: object }
  const imported = [...readme.matchAll(/from 'unplugin-resilience4cata\/(\w+)'/g)].map(([, name]) => `./${name}`)
  expect(imported).toEqual(['./vite', './esbuild', './webpack'])
  for (const name of imported) expect(exports).toHaveProperty([name])
})

test('a row for each policy, outermost first; those that aren’t there yet are marked', () => {
  const rows = readme.split('\n').filter((line) => line.includes('| `@')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
  expect(rows.map(([, mark]) => mark)).toEqual(LAYERS.map((layer) => `\`@${layer[0]!.toUpperCase()}${layer.slice(1)}\``))
  expect(rows.map((row) => row[3] === '')).toEqual(LAYERS.map((layer) => layer in rooms))
})

test('its links lead somewhere', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!)
  expect(links.length).toBeGreaterThan(8)
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})
