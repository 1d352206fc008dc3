// The front page says what is so.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAYERS } from '@resilience4cata/core/layers'
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

test('a row for each policy, outermost first, with what it does', () => {
  const rows = readme.split('\n').filter((line) => line.includes('| `@')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
  expect(rows.map(([, mark]) => mark)).toEqual(LAYERS.map((layer) => `\`@${layer[0]!.toUpperCase()}${layer.slice(1)}\``))
  for (const [page, mark, does] of rows) expect([page, does?.length], mark).toEqual([expect.stringMatching(/\]\(packages\/policies\/src\/[\w-]+\/README\.md\)$/), expect.any(Number)])
})

test('its links lead somewhere', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!)
  expect(links.length).toBeGreaterThan(8)
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})
