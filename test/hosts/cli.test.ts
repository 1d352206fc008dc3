// `r4c` as people run it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@resilience4cata/hosts/cli/run'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { project } from './project.ts'

const good = `import { Retry } from 'resilience4cata'
export class Shop {
  @Retry({ maxAttempts: 4, delay: '100ms' })
  async order(id: string): Promise<string> { return id }
}
`

const errorsPage = new URL('../../ERRORS.md', import.meta.url)

function r4c(cwd: string, ...argv: string[]) {
  const written = { out: '', err: '' }
  const code = run(argv, { cwd, env: {}, out: { write: (text) => (written.out += text) }, err: { write: (text) => (written.err += text) }, errorsPage }) as number
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

test('a file that can’t be parsed isn’t passed over in silence', () => {
  const root = project({ 'src/shop.ts': good, 'src/bad.ts': "import { Retry } from 'resilience4cata'\n@Retry()\nexport async function order() {}\n" })
  const said = expect.stringMatching(/^R4C-HNT-014 {2}this file: it can't be parsed, so nothing in it is compiled: A decorated export must export a class declaration\n\n {2}src\/bad\.ts:3:1\n/)
  expect(r4c(root, 'check', 'src')).toEqual({ code: 1, out: said, err: '' })
  expect(r4c(root, 'check', 'src').out).toMatch(/\n1 site in 2 files: 1 mistake, 0 hints\n$/)
  expect(r4c(root, 'explain', 'src')).toMatchObject({ code: 1, err: said })
  expect(r4c(root, 'compile', 'src/bad.ts')).toEqual({ code: 1, out: '', err: said })
  expect(JSON.parse(r4c(root, 'check', 'src/bad.ts', '--json').out)).toMatchObject([{ diagnostics: [{ code: 'R4C-HNT-014', line: 3, column: 0 }] }])
})

test.each([
  ['for the parser', `export const s = ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['for whoever goes through the tree', `export const p = q${'.then(x => x)'.repeat(10_000)}`],
])('a file that is nested too deeply %s is said to be', (_, deep) => {
  const root = project({ 'src/deep.ts': `import { resilient } from 'resilience4cata'\n${deep}\n` })
  const { code, out, err } = r4c(root, 'check', 'src')
  expect([code, err]).toEqual([1, ''])
  expect(out).toMatch(/^R4C-HNT-014 {2}this file: it can't be parsed, so nothing in it is compiled: something in it is nested too deeply for this compiler\n\n {2}src\/deep\.ts:1:1\n/)
  expect(out).toMatch(/\n0 sites in 1 file: 1 mistake, 0 hints\n$/)
})

test('compile prints nothing of a file with a mistake', () => {
  const root = project({ 'src/shop.ts': good, 'src/bad.ts': good.replace(': 4', ': 0') })
  expect(r4c(root, 'compile', 'src/bad.ts')).toEqual({ code: 1, out: '', err: expect.stringContaining('R4C-ATR-003') })
  expect(r4c(root, 'compile', 'src').out.match(/class Shop/g)).toHaveLength(1)
})

test('explain tells of layers, options, frames and the body', () => {
  const { code, out } = r4c(project({ 'src/shop.ts': good }), 'explain', '**/*.ts')
  expect(code).toBe(0)
  expect(out).toContain(`Shop.order ${join('src', 'shop.ts')}:3 · async · acme:src/shop.ts#Shop.order`)
  expect(out).toMatch(/retry +maxAttempts: 4, delay: 100/)
  expect(out).toContain('the body stands in place')
})

test('explain tells which handlers stand in place', () => {
  const source = `import { resilient } from 'resilience4cata'
export const cached = resilient({ fallback: { handler: (failure) => 0, skipOn: 'E' } }, async () => await 1)
export const shadowed = resilient({ fallback: () => sku }, async (sku: string) => sku)
const sku = 'none'
`
  const { out } = r4c(project({ 'src/shop.ts': source }), 'explain', 'src/shop.ts')
  expect(out).toMatch(/cached [^]*fallback +handler: '\(failure\) => 0', skipOn: 'E' · in place: handler · built in: /)
  expect(out.match(/in place: handler/g)).toHaveLength(1)
})

test('explain tells what a code means', () => {
  const root = project({})
  const { code, out, err } = r4c(root, 'explain', 'r4c-atr-003')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^R4C-ATR-003\n[^#]*maxAttempts[^#]*$/)
  expect(r4c(root, 'explain', 'R4C-ATR-003', 'R4C_CALL_TIMEOUT').out).toBe(`${out}\nR4C_CALL_TIMEOUT · CallTimeoutError · no answer within timeoutMs\n`)
  expect(JSON.parse(r4c(root, 'explain', 'R4C-ATR-003', '--json').out)).toEqual([{ code: 'R4C-ATR-003', page: out }])
  expect(r4c(root, 'explain', 'R4C-ATR-999')).toEqual({ code: 2, out: '', err: expect.stringMatching(/^no mistake has the code R4C-ATR-999: there are R4C-ATR-001, /) })
  expect(r4c(root, 'explain', 'R4C_CALL').err).toBe('no mistake has the code R4C_CALL\n')
})

test('explain tells what a decorated class leaves alone, and why', () => {
  const source = `import { Fallback, Retry } from 'resilience4cata'
@Retry() export class Shop {
  @Fallback('later') async order() { return 'ordered' }
  async later() { return 'later' }
  total(): Promise<number> { return Promise.resolve(1) }
  static async open() {}
  async #count() {}
  async *all() {}
  get size() { return 1 }
}
`
  const root = project({ 'src/shop.ts': source })
  const { out } = r4c(root, 'explain', 'src/shop.ts')
  const alone = { later: 'a fallback of the class', total: 'neither `async` nor has a mode', 'static.open': 'static', '#count': 'private', all: 'a generator', size: 'a getter' }
  for (const [name, why] of Object.entries(alone)) expect(out).toMatch(new RegExp(`Shop\\.${name} .*\\n  left alone by @Retry on its class: it is ${why}\\n`))
  expect(out.match(/left alone/g)).toHaveLength(6)
  expect(out).toContain("applyOn: 'throwable'")
  expect(JSON.parse(r4c(root, 'explain', 'src/shop.ts', '--json').out)[0].leftAlone).toHaveLength(6)
})

test('--json prints data', () => {
  const root = project({ 'src/shop.ts': good, 'src/bad.ts': good.replace(': 4', ': 0') })
  const { code, out } = r4c(root, 'check', 'src', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject([{ file: join('src', 'bad.ts'), diagnostics: [{ code: 'R4C-ATR-003', line: 3 }] }, { diagnostics: [] }])
  expect(JSON.parse(r4c(root, 'explain', 'src/shop.ts', '--json').out)).toMatchObject([{ sites: [{ path: 'Shop.order' }] }])
})

test('a bundle of another module is looked up', () => {
  const root = project({
    'src/policies.ts': `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { maxAttempts: 4 } })\n`,
    'src/shop.ts': `import { resilient } from 'resilience4cata'\nimport { remote } from './policies'\nexport const order = resilient(remote, async (id: string) => await Promise.resolve(id))\n`,
  })
  expect(r4c(root, 'explain', 'src/shop.ts')).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/retry +maxAttempts: 4[^]*the body stands in place/) })
})

test('colours are for a terminal, and where FORCE_COLOR asks for them, and not where NO_COLOR asks for none', () => {
  const root = project({ 'src/bad.ts': good.replace(': 4', ': 0') })
  const coloured = (isTTY: boolean, env: NodeJS.ProcessEnv) => {
    let out = ''
    run(['check', 'src'], { cwd: root, env, out: { isTTY, write: (text) => (out += text) }, err: { write: () => {} }, errorsPage })
    return out.includes('\x1b[')
  }
  expect([coloured(true, {}), coloured(true, { NO_COLOR: '1' }), coloured(false, {})]).toEqual([true, false, false])
  expect([coloured(false, { FORCE_COLOR: '1' }), coloured(true, { FORCE_COLOR: '0' }), coloured(true, { FORCE_COLOR: '1', NO_COLOR: '1' })]).toEqual([true, false, false])
  expect([coloured(true, { TERM: 'dumb' }), coloured(true, { NO_COLOR: '' })]).toEqual([false, true])
})

test.each(['explain', 'explain --watch', 'check'])('a reader who has seen enough is no mistake: %s', async (command) => {
  const root = project({ 'src/shop.ts': command === 'check' ? good.replace(': 4', ': 0') : good })
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../packages/unplugin-resilience4cata/bin/r4c.mjs', import.meta.url)), ...command.split(' '), 'src'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  child.stdout.destroy()
  expect(await once(child, 'close')).toEqual([command === 'check' ? 1 : 0, null])
  expect(said).toBe('')
})

describe('--watch', () => {
  function watching(root: string, ...argv: string[]) {
    const stop = new AbortController()
    const written = { out: '', err: '' }
    const ended = run([...argv, '--watch'], { cwd: root, env: {}, signal: stop.signal, out: { write: (text) => (written.out += text) }, err: { write: (text) => (written.err += text) }, errorsPage })
    onTestFinished(() => stop.abort())
    /** What is said until `text` is among it. */
    const said = async (text: string) => {
      await vi.waitFor(() => expect(written.out + written.err).toContain(text), { timeout: 20_000 })
      const all = written.out + written.err
      written.out = written.err = ''
      return all
    }
    return { said, written, end: async () => (stop.abort(), await ended) }
  }
  const policies = (attempts: number) => `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { maxAttempts: ${attempts} } })\n`
  const order = `import { resilient } from 'resilience4cata'\nimport { remote } from '../lib/policies'\nexport const order = resilient(remote, async (id: string) => await Promise.resolve(id))\n`

  test('a mistake comes, and goes when it is mended', async () => {
    const root = project({ 'src/shop.ts': good })
    const { said, end } = watching(root, 'check', 'src')
    await said('1 site in 1 file: 0 mistakes')
    writeFileSync(join(root, 'src/shop.ts'), good.replace(': 4', ': 0'))
    expect(await said('1 mistake')).toContain('R4C-ATR-003')
    writeFileSync(join(root, 'src/shop.ts'), good)
    expect(await said('0 mistakes')).not.toContain('R4C-ATR-003')
    expect(await end()).toBe(0)
  })

  test('files and folders that come and go, and a bundle outside of them', async () => {
    const root = project({ 'src/shop.ts': good, 'lib/policies.ts': policies(4) })
    const { said, end } = watching(root, 'explain', 'src')
    await said('Shop.order')
    mkdirSync(join(root, 'src/deep'))
    writeFileSync(join(root, 'src/deep/order.ts'), order.replace('../lib', '../../lib'))
    await said(join('deep', 'order.ts'))
    writeFileSync(join(root, 'src/orders.ts'), order)
    await said(join('src', 'orders.ts'))
    writeFileSync(join(root, 'lib/policies.ts'), policies(7))
    await said('maxAttempts: 7')
    rmSync(join(root, 'src/deep'), { recursive: true })
    rmSync(join(root, 'src/orders.ts'))
    await vi.waitFor(async () => expect(await said('Shop.order')).not.toContain('maxAttempts: 7'), { timeout: 20_000 })
    writeFileSync(join(root, 'src/shop.ts'), good.replace(': 4', ': 0'))
    await said('R4C-ATR-003')
    expect(await end()).toBe(1)
  })

  test('what changes nothing is not said again; no file at all is said, and waited for', async () => {
    const root = project({ 'src/shop.ts': good })
    const { said, written, end } = watching(root, 'check', 'src/**')
    await said('1 site')
    writeFileSync(join(root, 'src/other.ts'), 'export const a = 1\n')
    writeFileSync(join(root, 'src/shop.ts'), `${good}\n`)
    rmSync(join(root, 'src/other.ts'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(written).toEqual({ out: '', err: '' })
    rmSync(join(root, 'src/shop.ts'))
    await said('no script matches "src/**"')
    writeFileSync(join(root, 'src/shop.ts'), good)
    await said('1 site in 1 file: 0 mistakes')
    expect(await end()).toBe(0)
  })
})

test('a mistake in the call ends with 2 and a sentence', () => {
  const root = project({})
  expect(r4c(root)).toMatchObject({ code: 2, err: expect.stringContaining('r4c compile <file…>') })
  expect(r4c(root, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('r4c compile <file…>') })
  expect(r4c(root, 'check')).toMatchObject({ code: 2, err: expect.stringContaining('needs a file') })
  expect(r4c(root, 'check', 'none/**')).toMatchObject({ code: 2, err: expect.stringContaining('no script matches "none/**"') })
})
