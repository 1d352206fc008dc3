// Memory, clocks, keys, fake timers: what the world around does to policies.
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import { BRK, cases } from './kit.ts'
import { compileText, fails, failures, spy, times } from './outcomes.ts'

/** A clock and timers of a machine that may sleep: what is armed fires when the test says so. */
function machine() {
  let now = 1000
  const armed: { at: number; fire: () => void }[] = []
  const drain = async () => { for (let i = 0; i < 200; i++) await undefined }
  const timers = {
    set(fire: () => void, ms: number) {
      const entry = { at: now + ms, fire }
      armed.push(entry)
      return entry
    },
    clear(handle: unknown) {
      const index = armed.indexOf(handle as never)
      if (index >= 0) armed.splice(index, 1)
    },
    defer(fire: () => void) { timers.set(fire, 0) },
  }
  return {
    registry: { clock: { now: () => now }, timers },
    armed,
    jump: (ms: number) => { now += ms },
    /** One after another until none is left, the clock standing where it is. */
    async fireAll(limit = 100) {
      await drain()
      for (let i = 0; i < limit && armed.length > 0; i++) {
        armed.sort((a, b) => a.at - b.at).shift()!.fire()
        await drain()
      }
    },
  }
}

cases('environment: sleep', (kit) => {
  const layers = {
    circuitBreaker: { ...BRK, waitInOpen: '60s' },
    rateLimiter: { permits: 5, period: '10s' },
    retry: { delay: '10s', budgetPercent: 0, budgetMinRetriesPerSecond: 0.2 },
  }
  const begin = async ({ R, reg, id }: ReturnType<typeof kit>) => {
    const broken = R(async () => 'ok', { circuitBreaker: layers.circuitBreaker })
    reg.circuitBreaker(id(broken)).open()
    const limited = R(async () => 'ok', { rateLimiter: layers.rateLimiter })
    await Promise.all(times(5, () => limited()))
    const m = fails(1)
    const ends: Record<string, unknown> = {}
    const note = (name: string, p: Promise<unknown>) => p.then((value) => { ends[name] = value }, (error: Error) => { ends[name] = error.name })
    const thrifty = R(fails(Infinity), { retry: { delay: '0', maxAttempts: 9, budgetPercent: 1, budgetMinRetriesPerSecond: 0.2 } })
    await failures([thrifty()])
    void note('retried', R(m, { retry: layers.retry })())
    void note('timed', R(() => new Promise(() => {}), { timeout: '1s' })())
    for (let i = 0; i < 200; i++) await undefined
    return { broken, limited, thrifty, m, ends }
  }

  it('EN-03 · the clock has counted eight hours of sleep', async () => {
    const { registry, jump, fireAll } = machine()
    const k = kit({ registry })
    const { broken, limited, thrifty, m, ends } = await begin(k)
    jump(8 * 3_600_000)
    await fireAll()
    expect(ends).toEqual({ retried: 'ok', timed: 'CallTimeoutError' })
    expect(m.calls).toBe(2)
    expect(k.ev('timeout.timedOut')).toMatchObject([{ late: true }])
    expect(await broken()).toBe('ok')
    expect((await failures(times(7, () => limited()))).filter((error) => error?.name === 'RateLimitExceededError')).toHaveLength(2)
    // the reserve of ten seconds, no more: two retries
    const before = k.ev('retry.retrying').length
    await failures([thrifty()])
    expect(k.ev('retry.retrying').length - before).toBe(2)
  })

  it('EN-03 · the clock has stood still', async () => {
    const { registry, armed, fireAll } = machine()
    const k = kit({ registry })
    const { broken, limited, m, ends } = await begin(k)
    await fireAll()
    expect(ends).toEqual({ retried: 'ok', timed: 'CallTimeoutError' })
    expect([m.calls, armed]).toEqual([2, []])
    expect((await failures([broken(), limited()])).map(({ name }) => name)).toEqual(['CallNotPermittedError', 'RateLimitExceededError'])
  })
})

cases('environment: keys', (kit) => {
  it('EN-06 · keys are bounded, and what isn’t neutral stays', async () => {
    const { R, reg, ev } = kit()
    let isDown = true
    const f = R(async (host: string) => {
      if (host === 'bad' && isDown) throw new Error('x')
    }, { circuitBreaker: { ...BRK, key: (h: string) => h, maxKeys: 50 }, signal: undefined })
    await failures([f('bad'), f('bad')])
    for (let i = 0; i < 10_000; i++) await f(`host-${i}`)
    const rows = reg.snapshot().circuitBreaker!
    expect(rows.length).toBeLessThanOrEqual(51)
    expect(rows.filter(({ state }) => state === 'OPEN')).toHaveLength(1)
    isDown = false
    expect((await failures([f('bad')])).map(({ name }) => name)).toEqual(['CallNotPermittedError'])
    expect(ev('registry.keyOverflow')).toEqual([])
  })

  it.each([
    ['a key that throws', () => { throw new Error('no key') }, { message: 'no key' }],
    ['a key that is no string', () => 7, { code: 'R4C-REG-011' }],
  ])('EN-06 · %s is the call’s error, before any layer', async (_, key, right) => {
    const { R, ev } = kit()
    const m = spy(async () => 'ok')
    const f = R(m, { retry: {}, circuitBreaker: { ...BRK, key } })
    expect((await failures([f('a')]))[0]).toMatchObject(right)
    expect([m.calls, ev()]).toEqual([0, []])
  })
})

// as a file of tests has it: of one module, for all of its tests
const registry = createRegistry()
const shared = { registry, limited: resilient({ registry, rateLimiter: { permits: 1, period: '10s' } }, async () => 'ok') }

describe('environment', () => {
  afterEach(() => { vi.useRealTimers() })

  it('EN-05 · nothing that leaks reactions is in the runtime or in generated text', async () => {
    const door = (name: string) => join(import.meta.dirname, '../../packages/policies/src', name)
    const { outputFiles } = await build({
      stdin: { contents: `export * from '${door('index.ts')}'; export * from '${door('generated.ts')}'; import '${door('configuration.ts')}'`, resolveDir: import.meta.dirname },
      bundle: true, format: 'esm', minifyWhitespace: true, write: false, target: 'es2022',
    })
    const generated = compileText(`
      export class S {
        @Retry() @CircuitBreaker() @RateLimiter() @AdaptiveLimit() @Timeout('1s') @Bulkhead({ maxWait: '1s' }) @Fallback(() => 1) async f() { return 2 }
        @Hedge() async g() { return 2 }
      }
      export const h = resilient({ hedge: {}, timeout: '1s', signal: (o) => o.signal }, async (o) => 1)`)
    expect(generated.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    for (const text of [outputFiles[0]!.text, generated.code]) {
      expect(text.length).toBeGreaterThan(200)
      expect(text).not.toMatch(/AbortSignal\.any|Promise\.race|Promise\.any|\.race\(\[|\.any\(\[/)
    }
  })

  it('EN-09 · thousands of functions under few names keep nothing alive', () => {
    const timersBefore = process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
    const registry = createRegistry()
    for (let i = 0; i < 10_000; i++) resilient({ registry, name: `n${i % 10}`, circuitBreaker: {}, rateLimiter: {}, timeout: '1s' }, async () => i)
    registry.check()
    expect(process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length).toBe(timersBefore)
    expect(registry.snapshot().circuitBreaker).toHaveLength(10)
  })

  it('EN-10 · fake timers that were installed after the import', async () => {
    vi.useFakeTimers()
    const registry = createRegistry()
    registry.configure({ defaults: { retry: { jitter: 'none' } } })
    const m = fails(3)
    const seen: unknown[] = []
    resilient({ registry, mode: 'async', retry: { maxAttempts: 4, delay: '1s', backoff: 'fixed' } }, m)().then((value: unknown) => seen.push(value))
    await vi.advanceTimersByTimeAsync(2999)
    expect(seen).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect([seen, m.calls]).toEqual([['ok'], 4])
  })

  it.each(['first', 'second'])('EN-10 · fake timers that begin anew, with policies that do: the %s time', async () => {
    vi.useFakeTimers()
    shared.registry.reset()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await shared.limited()).toBe('ok')
    expect((await failures([shared.limited()]))[0]).toMatchObject({ name: 'RateLimitExceededError' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await shared.limited()).toBe('ok')
  })

  it('EN-10 · a deadline that begins under fake timers, and one after them', async () => {
    const registry = createRegistry()
    const f = resilient({ registry, timeout: '20ms' }, async () => await new Promise(() => {}))
    vi.useFakeTimers()
    const faked = failures([f()])
    await vi.advanceTimersByTimeAsync(20)
    expect((await faked)[0]).toMatchObject({ name: 'CallTimeoutError' })
    void f().catch(() => {})
    vi.useRealTimers()
    expect((await failures([f()]))[0]).toMatchObject({ name: 'CallTimeoutError' })
  })
})

cases('environment: the manual clock', (kit) => {
  it('EN-10 · one advance reaches timers that are armed on the way', async () => {
    const { R, st, adv } = kit()
    const p = R(fails(3), { retry: { maxAttempts: 4, delay: '1s', backoff: 'fixed' } })()
    await adv(3000)
    expect(await st(p)).toEqual(['ok', 'ok'])
  })
})
