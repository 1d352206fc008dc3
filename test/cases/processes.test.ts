// Programs of their own, in real time: what ends when nothing is left to do, and what a program without configuration can't be told.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { compile } from '@resilience4cata/compiler/index'

const PACKAGES = join(import.meta.dirname, '../../packages')
const doors: Record<string, string> = {
  'resilience4cata': 'index.ts',
  'resilience4cata/generated': 'generated.ts',
  'resilience4cata/configuration': 'configuration.ts',
}
const toSources: Plugin = {
  name: 'to the sources',
  setup(host) {
    host.onResolve({ filter: /^resilience4cata/ }, ({ path }) => ({ path: join(PACKAGES, 'policies/src', doors[path]!), sideEffects: path.endsWith('/configuration') }))
  },
}
const SITE = { id: '/project/src/main.ts', root: '/project', packageName: '@acme/shop' }

interface End { readonly code: number; readonly out: string; readonly error: string }

async function program(text: string, way: string): Promise<End> {
  const { code, diagnostics } = way === 'compiled' ? compile(text, SITE) : { code: text, diagnostics: [] }
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'ts' }, bundle: true, format: 'esm', platform: 'node', target: 'node20', write: false, logLevel: 'silent',
    plugins: [toSources],
  })
  return new Promise((over) => {
    const child = execFile(process.execPath, ['--input-type=module', '-'], { timeout: 30_000 }, (failed, out, error) => {
      over({ code: failed ? Number(failed.code ?? NaN) : 0, out: out.trim(), error })
    })
    child.stdin!.end(outputFiles[0]!.text)
  })
}

/** Prints how long the process lived after its last line, in milliseconds. */
const REST = `const over = performance.now(); process.on('exit', () => console.log(performance.now() - over))`

describe.each(['interpreted', 'compiled'])('processes, %s', (way) => {
  it.each([
    ['CB-11 · an open breaker', `
      const f = resilient({ name: 'f', circuitBreaker: { windowSize: 1, minimumCalls: 1, waitInOpen: '1h' } }, async () => { throw new Error('x') })
      await f().catch(() => {})
      if ((await f().catch((error) => error.name)) !== 'CallNotPermittedError') throw new Error('not open')`],
    ['TO-08 · timeouts of calls that are over', `
      await resilient({ name: 'a', timeout: '10m' }, async () => 1)()
      await resilient({ name: 'b', timeout: '10m' }, async () => { throw 1 })().catch(() => {})`],
    ['a hedge that was not needed', `await resilient({ name: 'f', hedge: { delay: '10m' } }, async () => 1)()`],
    ['limits, used up', `
      const f = resilient({ name: 'f', rateLimiter: { permits: 1, period: '24h' }, adaptiveLimit: {}, bulkhead: { maxWait: '24h' } }, async () => 1)
      await f(); await f().catch(() => {})`],
    ['a wait that was aborted', `
      const c = new AbortController()
      const f = resilient({ name: 'f', signal: (s: AbortSignal) => s, retry: { delay: '1h', maxDelay: '1h', jitter: 'none' } }, async (s: AbortSignal) => { throw new Error('x') })
      const p = f(c.signal).catch(() => {})
      await new Promise((next) => setTimeout(next, 10)); c.abort(); await p`],
  ])('%s keeps no process alive', async (_, text) => {
    const { code, out, error } = await program(`import { resilient } from 'resilience4cata'\n${text}\n${REST}`, way)
    expect([code, error]).toEqual([0, ''])
    expect(Number(out)).toBeLessThan(1000)
  })

  it('a call that waits does keep it alive', async () => {
    const { code, out } = await program(`
      import { resilient } from 'resilience4cata'
      let n = 0
      const f = resilient({ name: 'f', retry: { delay: '300ms', jitter: 'none' } }, async () => { if (n++ < 1) throw new Error('x'); return 'ok' })
      f().then(console.log)`, way)
    expect([code, out]).toEqual([0, 'ok'])
  })

  it('CB-11 · after the wait the first call is admitted, without a timer', async () => {
    const { out } = await program(`
      import { resilient } from 'resilience4cata'
      let isDown = true
      const f = resilient({ name: 'f', circuitBreaker: { windowSize: 1, minimumCalls: 1, waitInOpen: '20ms', halfOpenCalls: 1 } }, async () => { if (isDown) throw new Error('x'); return 'ok' })
      await f().catch(() => {})
      isDown = false
      const real = globalThis.setTimeout
      globalThis.setTimeout = (() => { throw new Error('a timer') }) as never
      const start = performance.now(); while (performance.now() - start < 30);
      console.log(await f())`, way)
    expect(out).toBe('ok')
  })
})

describe('EN-02 · evaluation', () => {
  const POISON = `
    const evil = (name: string) => () => { throw new Error(name + ' while a module is evaluated') }
    const real = { now: performance.now, date: Date.now, random: Math.random, set: globalThis.setTimeout }
    performance.now = evil('performance.now'); Date.now = evil('Date.now'); Math.random = evil('Math.random'); globalThis.setTimeout = evil('setTimeout') as never
    globalThis.AbortController = class { constructor() { evil('AbortController')() } } as never`
  it.each(['interpreted', 'compiled'])('no clock, timer, random number or controller: %s', async (way) => {
    const { code, error } = await program(`
      import 'resilience4cata/configuration'
      import { Bulkhead, CircuitBreaker, Fallback, RateLimiter, Retry, Timeout, resilient, registry } from 'resilience4cata'
      ${POISON}
      export class S { @Retry({ budgetPercent: 10 }) @CircuitBreaker() @RateLimiter({ maxWait: '2s' }) @Timeout('1s') @Bulkhead({ maxWait: '2s' }) @Fallback(() => 1) async f(): Promise<unknown> { return 2 } }
      export const f = resilient({ name: 'f', hedge: {}, adaptiveLimit: { maxWait: '1s' } }, async () => 1)
      new S(); registry.configure({ defaults: { retry: { delay: '1s' } } })`, way)
    expect([code, error]).toEqual([0, ''])
  })
})

it('RT-22 · a program without configuration refuses to be configured, whole', async () => {
  const site = `const f = resilient({ name: 'pay', retry: { delay: '0', maxAttempts: 2 } }, async () => { n++; throw new Error('x') })`
  const { out } = await program(`
    import { registry, resilient } from 'resilience4cata'
    let n = 0
    ${site}
    let code = ''
    try { registry.configure({ instances: { pay: { retry: { maxAttempts: 9, budgetPercent: 20 } } } }) } catch (error: any) { code = error.code }
    await f().catch(() => {})
    console.log(code, n)`, 'compiled')
  expect(out).toBe('R4C-CFG-015 2')
})
