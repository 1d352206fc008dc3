// Hosts never decide: the same file through every one of them is the same program.
import { readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile } from '@resilience4cata/compiler/index'
import { describe, expect, test } from 'vitest'
import { HOSTS, normal } from './bundle.ts'
import { project } from './project.ts'

const rooms = join(import.meta.dirname, '../../packages/policies/src')
const fixtures = readdirSync(rooms).flatMap((room) => {
  const folder = join(rooms, room, 'fixtures')
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('R4C-')).map((name) => [`${room}/${name}`, join(folder, name, 'input.ts')] as const) : []
})

test('there are fixtures', () => expect(fixtures.length).toBeGreaterThan(3))

describe.each(Object.entries(HOSTS))('%s', (_, bundle) => {
  test.each(fixtures)('%s', async (_, input) => {
    const text = readFileSync(input, 'utf8')
    const root = project({ 'src/input.ts': text })
    const { code } = compile(text, { id: join(root, 'src/input.ts'), root, packageName: 'acme' })
    expect(code).not.toBe(text)
    const [ours, compiledBefore] = [await bundle(root, 'src/input.ts', {}), await bundle(project({ 'src/input.ts': code }), 'src/input.ts')]
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
  const root = project({ 'src/shop.ts': source })
  const traces = await Promise.all(Object.entries(HOSTS).map(async ([name, bundle]) => {
    const file = join(root, `${name}.mjs`)
    writeFileSync(file, (await bundle(root, 'src/shop.ts', {})).code.replace(/^\/\/# sourceMappingURL.*$/m, ''))
    const { Shop } = await import(/* @vite-ignore */ pathToFileURL(file).href)
    const [quick, slow, never] = [new Shop(), new Shop(), new Shop()]
    return [await quick.order(1), await slow.order(3), await never.order(9), quick.trace, slow.trace, never.trace]
  }))
  const trace = ['ordered', 'ordered', 'noted', ['order 1'], ['order 3', 'order 3', 'order 3'], ['order 9', 'order 9', 'order 9', 'later 9']]
  for (const found of traces) expect(found).toEqual(trace)
})
