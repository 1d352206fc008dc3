// Faults of the kinds that the numbered cases show, where those don't look: another policy, another order, another way to end.
import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from '../kit.ts'
import { fails, open, spy, times } from '../outcomes.ts'

const COUNTED: [string, Layers, (row: any) => number][] = [
  ['a bulkhead', { bulkhead: { maxConcurrent: 1, maxWait: '1h' } }, ({ bulkhead }) => bulkhead.inUse],
  ['an adaptive limit', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1h', maxQueue: 9 } }, ({ adaptiveLimit }) => adaptiveLimit.inFlight],
]
const ENDS: [string, () => unknown][] = [
  ['a throw', () => { throw new Error('x') }],
  ['a thenable whose then throws', () => ({ then() { throw new Error('x') } })],
  ['a thenable whose then can’t be read', () => Object.defineProperty({}, 'then', { get() { throw new Error('x') } })],
  ['a thenable that fails twice', () => ({ then(_: unknown, fail: (error: Error) => void) { fail(new Error('x')); fail(new Error('y')) } })],
]

cases('siblings: given back', (kit) => {
  for (const [who, layers, held] of COUNTED) {
    it.each(ENDS)(`of ${who}, in each order, by %s`, async (_, body) => {
      for (const order of [undefined, ['bulkhead', 'adaptiveLimit', 'timeout'], ['timeout', 'retry']]) {
        const { R, st, snap } = kit()
        const f = R(body, { ...layers, timeout: '1m', retry: { maxAttempts: 1 }, ...(order && { order }) })
        for (let i = 0; i < 3; i++) expect(await st(f())).toMatchObject(['err', { message: 'x' }])
        expect(held(snap(f))).toBe(0)
      }
    })

    it(`of ${who}: whoever waits has it in the turn in which a deadline answers outside of it`, async () => {
      const { R, hang, st, adv, snap } = kit()
      const m = spy(hang)
      const f = R(m, { ...layers, timeout: '1s', order: ['bulkhead', 'adaptiveLimit', 'timeout'] })
      const two = times(2, () => f())
      for (const call of two) call.catch(() => {})
      await adv(1000)
      expect([m.calls, held(snap(f))]).toEqual([2, 1])
      expect(await st(two[0]!)).toMatchObject(['err', { name: 'CallTimeoutError' }])
      await adv(1000)
      expect(held(snap(f))).toBe(0)
    })

    it(`of ${who}: one who waits and is aborted when it is freed doesn’t have it, and the next one has`, async () => {
      const { R, ac, st, snap } = kit()
      const m = open()
      const f = R(m, layers)
      const c = ac()
      const [first, second, third] = [f(), f({ signal: c.signal }), f()]
      // it is handed over in the turn in which the first one ends, and the caller leaves in that very turn
      first.then(() => c.abort('why'), () => {})
      m.pending[0]!.resolve('first')
      await st(third)
      for (const call of m.pending) call.resolve('rest')
      await st(third)
      for (const call of m.pending) call.resolve('rest')
      expect([await st(third), held(snap(f))]).toEqual([['ok', 'rest'], 0])
      // begun or not, it has ended once
      expect([['ok', 'rest'], ['err', 'why']]).toContainEqual(await st(second))
    })
  }
})

cases('siblings: eras', (kit) => {
  it.each(['reset', 'forceOpen', 'close', 'disable', 'metricsOnly'] as const)('a result from before %s() is late', async (act) => {
    const { R, reg, id, st, snap } = kit()
    const m = open()
    const f = R(m, { circuitBreaker: BRK })
    reg.circuitBreaker(id(f)).halfOpen()
    const p = f()
    await st(p)
    reg.circuitBreaker(id(f))[act]()
    m.pending[0]!.reject(new Error('x'))
    await st(p)
    expect(snap(f)['circuitBreaker']).toMatchObject({ failures: 0, lateResults: 1 })
  })

  it('a half-open call that is ignored gives its permit back, one of an earlier round doesn’t', async () => {
    const { R, reg, id, st, adv, snap } = kit()
    const m = open()
    const f = R(m, { circuitBreaker: { ...BRK, ignoreOn: ['Ignored'], maxHalfOpenWait: '10ms' } })
    reg.circuitBreaker(id(f)).halfOpen()
    const early = f()
    await adv(10)
    const late = f()
    const ignored = Object.assign(new Error('x'), { name: 'Ignored' })
    m.pending[0]!.reject(ignored)
    await st(early)
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 0 })
    m.pending[1]!.reject(ignored)
    await st(late)
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 1 })
  })
})

cases('siblings: what is thrown', (kit) => {
  it.each([[undefined], [null], [0], [''], [false], [Symbol.for('x')]])('%o comes through every layer as it is', async (thrown) => {
    const { R, run } = kit()
    const layers = { retry: { maxAttempts: 2, delay: '0' }, circuitBreaker: {}, rateLimiter: {}, adaptiveLimit: {}, timeout: '1s', bulkhead: {}, fallback: { handler: () => 'fb', applyOn: 'Nothing' } }
    const m = fails(Infinity, thrown)
    expect(await run(() => R(m, layers)().then(() => 'none', (error: unknown) => [error]))).toEqual([thrown])
    expect(m.calls).toBe(2)
  })

  it.each(['retryOn', 'abortOn'] as const)('an error whose name can’t be read ends a call as any other: %s', async (list) => {
    const { R, run } = kit()
    const hostile = Object.defineProperty({}, 'name', { get() { throw new Error('hostile') } })
    const m = fails(Infinity, hostile)
    expect(await run(() => R(m, { retry: { maxAttempts: 3, delay: '0', [list]: ['Named'] } })().catch((error: unknown) => error))).toBe(hostile)
    expect(m.calls).toBe(list === 'retryOn' ? 1 : 3)
  })
})

cases('siblings: waits are bounded', (kit) => {
  it.each<[string, Layers]>([
    ['a limiter', { rateLimiter: { permits: 1, period: '1h', maxWait: '2h' } }],
    ['a bulkhead', { bulkhead: { maxConcurrent: 1, maxWait: '2h' } }],
    ['an adaptive limit', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '2h' } }],
    ['a retry', { retry: { delay: '1h', maxDelay: '1h' } }],
  ])('the wait of %s ends with a deadline around it, and nothing is begun afterwards', async (_, layers) => {
    const { R, hang, adv, st, snap } = kit()
    const m = spy(layers.retry ? fails(Infinity) : hang)
    const f = R(m, { ...layers, timeout: '400ms', order: ['timeout', 'retry', 'rateLimiter', 'adaptiveLimit', 'bulkhead'] })
    const two = times(2, () => f())
    for (const call of two) call.catch(() => {})
    await adv(400)
    expect(await st(two[1]!)).toMatchObject(['err', { name: 'CallTimeoutError' }])
    const { calls } = m
    await adv(10_000_000)
    expect(m.calls).toBe(calls)
    expect([snap(f)['rateLimiter']?.waiting ?? 0, snap(f)['bulkhead']?.waiting ?? 0, snap(f)['adaptiveLimit']?.waiting ?? 0]).toEqual([0, 0, 0])
  })
})
