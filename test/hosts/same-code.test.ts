// Hosts never decide: the same file through every one of them is the same program.
import { readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile } from '@resilience4cata/compiler/index'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { HOSTS, normal } from './bundle.ts'
import { project } from './project.ts'

const root = join(import.meta.dirname, '../..')
const folders = [...readdirSync(join(root, 'packages/policies/src')).map((room) => `packages/policies/src/${room}/fixtures`), 'test/fixtures/emit']
const fixtures = folders
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder)).filter((name) => !name.startsWith('R4C-')).map((name) => `${folder}/${name}`))

// fixtures have hints, which some hosts print as they go
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

test('there are fixtures', () => expect(fixtures.length).toBeGreaterThan(3))

describe.each(Object.entries(HOSTS))('%s', (_, bundle) => {
  test.each(fixtures)('%s', async (fixture) => {
    const text = readFileSync(join(root, fixture, 'input.ts'), 'utf8')
    const home = project({ 'src/input.ts': text })
    const { code } = compile(text, { id: join(home, 'src/input.ts'), root: home, packageName: 'acme' })
    expect(code).not.toBe(text)
    const [ours, compiledBefore] = [await bundle(home, 'src/input.ts', {}), await bundle(project({ 'src/input.ts': code }), 'src/input.ts')]
    expect(await normal(ours.code)).toBe(await normal(compiledBefore.code))
  })
})

test('the same trace', async () => {
  const source = `import { Fallback, Retry } from 'resilience4cata'
export class Shop {
  trace: string[] = []
  @Retry({ maxAttempts: 3, delay: '1ms' })
  @Fallback('later')
  async order(id: number): Promise<string> {
    this.trace.push('order ' + id)
    if (this.trace.length < id) throw new Error('busy')
    return 'ordered'
  }
  later(id: number): string { this.trace.push('later ' + id); return 'noted' }
}`
  const home = project({ 'src/shop.ts': source })
  const traces = await Promise.all(Object.entries(HOSTS).map(async ([name, bundle]) => {
    const file = join(home, `${name}.mjs`)
    writeFileSync(file, (await bundle(home, 'src/shop.ts', {})).code.replace(/^\/\/# sourceMappingURL.*$/m, ''))
    const { Shop } = await import(/* @vite-ignore */ pathToFileURL(file).href)
    const [quick, slow, never] = [new Shop(), new Shop(), new Shop()]
    return [await quick.order(1), await slow.order(3), await never.order(9), quick.trace, slow.trace, never.trace]
  }))
  const trace = ['ordered', 'ordered', 'noted', ['order 1'], ['order 3', 'order 3', 'order 3'], ['order 9', 'order 9', 'order 9', 'later 9']]
  for (const found of traces) expect(found).toEqual(trace)
})
