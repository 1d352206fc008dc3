// Fallbacks that fail, that aren’t asked, and that stand in each other; what they see.
import { expect, it } from 'vitest'
import { BRK, cases, type AnyFunction, type Layers } from '../kit.ts'
import { fails, spy } from '../outcomes.ts'

const err = new Error('err')
const own = new Error('of the callback')
const throws = () => { throw own }

cases('callbacks: fallbacks', (kit) => {
  const fbErr = new Error('fallback')
  it.each<[string, unknown]>([
    ['FB-02 · a thenable that fails', () => ({ then(_: unknown, fail: (e: unknown) => void) { fail(fbErr) } })],
    ['FB-02 · a thenable that throws', () => ({ then() { throw fbErr } })],
    ['FB-02 · an answer whose then can’t be read', () => Object.defineProperty({}, 'then', { get: throws })],
    ['FB-02 · options with a handler that throws', { handler: () => { throw fbErr }, applyOn: 'throwable' }],
  ])('%s is the call’s own failure, told once', async (title, fallback) => {
    const { R, st, ev } = kit()
    for (const layers of [{}, { timeout: '1m' }, { retry: { delay: '0' } }, { hedge: { delay: '1h' } }] as Layers[]) {
      const before = ev('fallback.failed').length
      expect(await st(R(fails(9, err), { ...layers, fallback })())).toEqual(['err', title.includes('read') ? own : fbErr])
      expect(ev('fallback.failed')).toHaveLength(before + 1)
    }
    expect(ev('fallback.applied')).toEqual([])
  })

  it.each<[string, Layers, AnyFunction]>([
    ['FB-03 · of a retry that succeeds at last', { retry: { delay: '0' } }, fails(2)],
    ['FB-03 · of a deadline', { timeout: '1m' }, async () => 'ok'],
    ['FB-03 · of a hedge', { hedge: { delay: '0', budgetPercent: 0 } }, async () => 'ok'],
    ['FB-03 · of a sync site', { mode: 'sync', bulkhead: {} }, () => 'ok'],
  ])('a success doesn’t ask the fallback: %s', async (_, layers, body) => {
    const { R, run, ev } = kit()
    const fallback = spy(() => 'fb')
    expect(await run(async () => R(body, { ...layers, fallback })())).toBe('ok')
    expect([fallback.calls, ev('fallback.applied')]).toEqual([0, []])
  })

  it('FB-06 · a failure that the inner one’s own handler makes is the outer one’s affair, once', async () => {
    const { R, st, ev, id } = kit()
    const inner = R(fails(9, err), { fallback: () => { throw fbErr } })
    const seen = spy((failure: unknown) => ['outer', failure])
    const outer = R(() => inner(), { retry: { maxAttempts: 1 }, fallback: seen })
    expect(await st(outer())).toEqual(['ok', ['outer', fbErr]])
    expect([seen.calls, ev('fallback.applied').map(({ instance }) => instance), ev('fallback.failed').map(({ instance }) => instance)]).toEqual([1, [id(outer)], [id(inner)]])
  })

  it.each<[string, object, string]>([
    ['FB-06 · skipOn beats applyOn', { applyOn: [Error], skipOn: [TypeError] }, 'outer'],
    ['FB-06 · by code', { applyOn: 'E_OTHER' }, 'outer'],
    ['FB-06 · by a predicate', { applyOn: (e: Error) => e.message === 'inner’s' }, 'inner'],
  ])('of two only one answers: %s', async (_, conditions, right) => {
    const { R, st, ev } = kit()
    const error = Object.assign(new TypeError('inner’s'), { code: 'E_ONE' })
    const inner = R(fails(9, error), { retry: { delay: '0' }, fallback: { handler: () => 'inner', ...conditions } })
    expect(await st(R(() => inner(), { timeout: '1m', fallback: () => 'outer' })())).toEqual(['ok', right])
    expect(ev('fallback.applied')).toHaveLength(1)
  })

  it.each<[string, Layers, number]>([
    ['FB-07 · a retry around a deadline', { retry: { delay: '0', maxAttempts: 4 }, timeout: '1m' }, 4],
    ['FB-07 · a retry that is further inside', { order: ['bulkhead', 'retry'], retry: { delay: '0' }, bulkhead: {} }, 1],
    ['FB-07 · a hedge whose budget is spent', { hedge: { delay: '1h', budgetPercent: 1, budgetMinHedgesPerSecond: 0 } }, 1],
    ['FB-07 · neither', { circuitBreaker: BRK, timeout: '1m' }, 1],
  ])('it sees the last failure, the arguments beyond the parameters, and the attempts that were made right inside: %s', async (_, layers, attempts) => {
    const { R, run } = kit()
    const errors: Error[] = []
    const args = [{}, undefined, 'beyond']
    const f = R(async () => { throw errors[errors.push(new Error('x')) - 1] }, { ...layers, fallback: (e: unknown, ctx: any, ...given: unknown[]) => [e, ctx.attempts, ctx.args, given] })
    const [e, seen, all, given] = await run(() => f(...args)) as any
    expect([e === errors.at(-1), seen, all, given]).toEqual([true, attempts, args, args])
    expect(given[0]).toBe(args[0])
  })
})
