// `r4c` as people run it.
import { join } from 'node:path'
import { run } from '@resilience4cata/hosts/cli/run'
import { expect, test } from 'vitest'
import { project } from './project.ts'

const good = `import { Retry } from 'resilience4cata'
export class Shop {
  @Retry({ maxAttempts: 4, delay: '100ms' })
  async order(id: string): Promise<string> { return id }
}
`

function r4c(cwd: string, ...argv: string[]) {
  const written = { out: '', err: '' }
  const code = run(argv, { cwd, env: {}, out: { write: (text) => (written.out += text) }, err: { write: (text) => (written.err += text) } })
  return { code, ...written }
}

test('compile prints the output', () => {
  const root = project({ 'src/shop.ts': good, 'src/plain.ts': 'export const a = 1' })
  const { code, out, err } = r4c(root, 'compile', 'src/shop.ts')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('for (;;)')
  expect(out).toContain('acme:src/shop.ts#Shop.order')
  expect(out.split('\n').length).toBeGreaterThan(good.split('\n').length + 5)
  expect(r4c(root, 'compile', 'src/shop.ts', '--lines').out.split('\n')).toHaveLength(good.split('\n').length)
  expect(r4c(root, 'compile', 'src/plain.ts').out).toBe('export const a = 1\n')
})

test('check says what is wrong, and ends with 1', () => {
  const root = project({ 'src/shop.ts': good, 'src/bad.ts': good.replace(': 4', ': 0') })
  expect(r4c(root, 'check', 'src/shop.ts')).toEqual({ code: 0, out: '1 site in 1 file: 0 mistakes, 0 hints\n', err: '' })
  const { code, out } = r4c(root, 'check', 'src')
  expect(code).toBe(1)
  expect(out).toMatch(/^R4C-ATR-003 .*maxAttempts must be a whole number at least 1, got 0/)
  expect(out).toMatch(/src\/bad\.ts:3:\d+/)
  expect(out).not.toContain('\x1b[')
})

test('explain tells of layers, options, frames and the body', () => {
  const { code, out } = r4c(project({ 'src/shop.ts': good }), 'explain', '**/*.ts')
  expect(code).toBe(0)
  expect(out).toContain(`Shop.order ${join('src', 'shop.ts')}:3 · async · acme:src/shop.ts#Shop.order`)
  expect(out).toMatch(/retry +maxAttempts: 4, delay: 100/)
  expect(out).toContain('the body stands in place')
})

test('--json prints data', () => {
  const root = project({ 'src/shop.ts': good, 'src/bad.ts': good.replace(': 4', ': 0') })
  const { code, out } = r4c(root, 'check', 'src', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject([{ file: join('src', 'bad.ts'), diagnostics: [{ code: 'R4C-ATR-003', line: 3 }] }, { diagnostics: [] }])
  expect(JSON.parse(r4c(root, 'explain', 'src/shop.ts', '--json').out)).toMatchObject([{ sites: [{ path: 'Shop.order' }] }])
})

test('a mistake in the call ends with 2 and a sentence', () => {
  const root = project({})
  expect(r4c(root)).toMatchObject({ code: 2, err: expect.stringContaining('r4c compile <file…>') })
  expect(r4c(root, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('r4c compile <file…>') })
  expect(r4c(root, 'check')).toMatchObject({ code: 2, err: expect.stringContaining('needs a file') })
  expect(r4c(root, 'check', 'none/**')).toMatchObject({ code: 2, err: expect.stringContaining('no script matches "none/**"') })
})
