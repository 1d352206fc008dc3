// What only a running program shows of a fallback is said alike by every engine: before anything acts where the function says it by itself, else when it answers.
import { describe, expect, it } from 'vitest'
import { useManualClock } from '@resilience4cata/testing/use-manual-clock'
import { engines } from './engines/engines.ts'

const IMPORT = `import { Bulkhead, Fallback, Mode, Retry, resilient } from 'resilience4cata'; let n = 0; export const calls = () => n; `

describe.each(Object.entries(engines))('fallback, %s', (_, engine) => {
  useManualClock({ autoAdvance: true })
  const run = (text: string) => engine(IMPORT + text, {})
  const codeOf = (act: () => unknown): unknown => {
    try {
      return act()
    } catch (error) {
      return (error as { code?: unknown }).code ?? error
    }
  }

  it('an async function by reference can’t answer for a sync site: refused at each call, before anything acts', async () => {
    const { calls, marked, S } = await run(`
      const later = [async () => 'later'][0], { handler } = { handler: async function () {} };
      export const marked = resilient({ mode: 'sync', name: 'marked', fallback: later, bulkhead: {} }, (ok: boolean): string => { n++; if (!ok) throw new Error('x'); return 'ok' });
      export class S {
        @Mode('sync') @Fallback(handler, { onCancel: true }) f(ok: boolean): string { n++; return 'ok' }
        @Mode('sync') @Fallback({ handler }) g(ok: boolean): string { n++; return 'ok' }
      }`)
    for (let i = 0; i < 2; i++) for (const call of [() => marked(true), () => marked(false), () => new S().f(true), () => new S().g(true)]) expect(codeOf(call)).toBe('R4C-SYN-003')
    expect(calls()).toBe(0)
  })

  it('one that doesn’t say so is found when it answers', async () => {
    const { calls, marked, S } = await run(`
      const later = [() => Promise.resolve('later')][0];
      export const marked = resilient({ mode: 'sync', name: 'marked', fallback: later }, (ok: boolean): string => { n++; if (!ok) throw new Error('x'); return 'ok' });
      class Base { async later() { return 'later' } }
      export class S extends Base { @Mode('sync') @Fallback('later') f(ok: boolean): string { n++; if (!ok) throw new Error('x'); return 'ok' } }`)
    for (const call of [marked, (ok: boolean) => new S().f(ok)]) expect([call(true), codeOf(() => call(false))]).toEqual(['ok', 'R4C-SYN-003'])
    expect(calls()).toBe(4)
  })

  // a rejection that nobody handles fails the run
  it('which is no event, and sets nothing off', async () => {
    const { happened, marked, rejecting, S, set } = await run(`
      import 'resilience4cata/configuration'
      import { registry } from 'resilience4cata'
      export const happened: string[] = []; export const set: string[] = []
      registry.on('*', ({ type }) => happened.push(type))
      const lazy = { then: () => { set.push('off') } }, later = [() => lazy][0];
      export const marked = resilient({ mode: 'sync', name: 'marked', fallback: later }, (): string => { throw new Error('x') });
      export const rejecting = resilient({ mode: 'sync', name: 'rejecting', fallback: [() => Promise.reject(new Error('nobody’s'))][0] }, (): string => { throw new Error('x') });
      class Base { later() { return lazy } }
      export class S extends Base { @Mode('sync') @Fallback('later') f(): string { throw new Error('x') } }`)
    for (const call of [marked, rejecting, () => new S().f()]) expect(codeOf(call)).toBe('R4C-SYN-003')
    await new Promise((over) => setImmediate(over))
    expect([happened, set]).toEqual([[], []])
  })

  it.each(['', "retry: { delay: '0', maxAttempts: 2 }", "timeout: '1s'", "retry: { delay: '0', maxAttempts: 2 }, timeout: '1s'", "hedge: { delay: '1ms', budgetPercent: 0 }", 'circuitBreaker: {}, bulkhead: {}', "retry: { delay: '0', classifier: () => 'success' }"])('one that comes later is told when it comes: %s', async (layers) => {
    const { happened, fulfilled, rejected, lazy } = await run(`
      import 'resilience4cata/configuration'
      import { registry } from 'resilience4cata'
      export const happened: unknown[] = []
      registry.on('fallback.*', (event) => happened.push([event.type, event.fallbackFailure?.message]))
      const fails = async (): Promise<unknown> => { throw new Error('x') }
      export const fulfilled = resilient({ ${layers}${layers && ','} fallback: async () => { await null; return 'later' } }, fails)
      export const rejected = resilient({ ${layers}${layers && ','} fallback: async () => { await null; throw new Error('y') } }, fails)
      export const lazy = resilient({ ${layers}${layers && ','} fallback: () => ({ then: (over) => { happened.push('set off'); over('lazy') } }) }, fails)`)
    expect([await fulfilled(), happened.splice(0)]).toEqual(['later', [['fallback.applied', undefined]]])
    await expect(rejected()).rejects.toThrow('y')
    expect(happened.splice(0)).toEqual([['fallback.failed', 'y']])
    expect([await lazy(), happened]).toEqual(['lazy', ['set off', ['fallback.applied', undefined]]])
  })

  it('a sync one by reference answers', async () => {
    const { marked } = await run(`
      const last = [() => 'last'][0];
      export const marked = resilient({ mode: 'sync', name: 'marked', fallback: last }, (): string => { throw new Error('x') });`)
    expect(marked()).toBe('last')
  })

  it('a sync method of an async site may be async, and inherited', async () => {
    const { S } = await run(`
      class Base { async later() { return 'inherited' } }
      export class S extends Base { @Fallback('later') async f() { throw new Error('x') } }`)
    expect(await new S().f()).toBe('inherited')
  })
})
