// Lines move on whatever becomes of who is in front, and who was refused never runs.
import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from '../kit.ts'
import { d, failures, open, spy, times } from '../outcomes.ts'

const err = new Error('x')
const limit = (n: number, more: object = {}): Layers => ({ adaptiveLimit: { initialLimit: n, maxLimit: n, maxWait: '1m', maxQueue: 99, ...more } })

cases('given back: lines', (kit) => {
  it.each<[string, Layers]>([
    ['BH-01 · a limit of one', limit(1)],
    ['BH-01 · a slot inside of a deadline', { timeout: '1h', bulkhead: { maxConcurrent: 1, maxWait: '1m' } }],
    ['BH-01 · a slot by key', { bulkhead: { maxConcurrent: 1, maxWait: '1m', key: () => 'k' } }],
    ['BH-01 · a slot that is held by a retry', { order: ['bulkhead', 'retry'], bulkhead: { maxConcurrent: 1, maxWait: '1m' }, retry: { maxAttempts: 1 } }],
  ])('%s: three of three run, one after another', async (_, layers) => {
    const { R, adv, after, clock } = kit()
    const starts: number[] = []
    const f = R(() => {
      starts.push(clock.now())
      return after(1000, 'ok')
    }, layers)
    const three = times(3, () => f())
    await adv(3000)
    expect(await Promise.all(three)).toEqual(['ok', 'ok', 'ok'])
    expect(starts).toEqual([0, 1000, 2000])
  })

  it.each<[string, Layers]>([
    ['BH-03 · of a limit', limit(1)],
    ['BH-03 · of a slot, behind a breaker and a deadline', { circuitBreaker: BRK, timeout: '1h', bulkhead: { maxConcurrent: 1, maxWait: '1m' } }],
  ])('%s: three who leave in a row are passed over, and the one who was first has failed', async (_, layers) => {
    const { R, st, ac, adv } = kit()
    const m = open()
    const f = R(m, layers)
    const c = ac()
    const a = f()
    a.catch(() => {})
    const left = failures(times(3, () => f({ signal: c.signal })))
    const last = f()
    c.abort('why')
    expect(await left).toEqual(['why', 'why', 'why'])
    m.pending[0]!.reject(err)
    await adv(0)
    expect([await st(a), m.calls]).toEqual([['err', err], 2])
    m.pending[1]!.resolve('last')
    expect(await st(last)).toEqual(['ok', 'last'])
  })

  it.each<[string, Layers, string]>([
    ['BH-06 · a limit', limit(2), 'adaptiveLimit'],
    ['BH-06 · half-open permits', { circuitBreaker: { ...BRK, halfOpenCalls: 2 } }, 'circuitBreaker'],
  ])('%s: those who were never in give nothing back', async (_, layers, layer) => {
    const { R, ac, snap, reg, id, adv } = kit()
    const m = open()
    const f = R(m, layers)
    if (layer === 'circuitBreaker') reg.circuitBreaker(id(f)).halfOpen()
    const two = times(2, () => f())
    const c = ac()
    const others = failures(times(3, () => f({ signal: c.signal })))
    c.abort('why')
    await others
    const row = snap(f)[layer]
    expect(layer === 'circuitBreaker' ? row.halfOpenPermits : row.inFlight).toBe(layer === 'circuitBreaker' ? 0 : 2)
    expect(m.calls).toBe(2)
    for (const call of m.pending) call.resolve()
    await Promise.all(two)
    await adv(0)
  })

  it.each<[string, () => unknown]>([
    ['BH-11 · that resolves, rejects and resolves', () => ({ then(ok: (v: string) => void, fail: (e: unknown) => void) { ok('ok'); fail(err); ok('again') } })],
    ['BH-11 · that rejects, then resolves', () => ({ then(ok: (v: string) => void, fail: (e: unknown) => void) { fail(err); ok('ok') } })],
    ['BH-11 · that throws when it has settled', () => ({ then(ok: (v: string) => void) { ok('ok'); throw err } })],
  ])('a permit of each kind comes back once from a thenable: %s', async (_, body) => {
    const { R, st, snap, reg, id } = kit()
    const f = R(body, { circuitBreaker: { ...BRK, halfOpenCalls: 9, ignoreOn: 'throwable' }, adaptiveLimit: { initialLimit: 2 }, timeout: '1m', bulkhead: { maxConcurrent: 2 } })
    reg.circuitBreaker(id(f)).halfOpen()
    const before = snap(f)['circuitBreaker'].halfOpenPermits
    for (let i = 0; i < 3; i++) {
      const [kind] = await st(f())
      const { bulkhead, adaptiveLimit, circuitBreaker: { halfOpenPermits, halfOpenRecorded } } = snap(f)
      expect([bulkhead.inUse, adaptiveLimit.inFlight]).toEqual([0, 0])
      expect(halfOpenPermits + halfOpenRecorded).toBe(before)
      expect(kind === 'ok' ? halfOpenRecorded : halfOpenPermits).toBe(kind === 'ok' ? i + 1 : before)
    }
  })

  it.each<[string, Layers, string]>([
    ['BH-13 · a limit', { adaptiveLimit: { initialLimit: 1 } }, 'LimitExceededError'],
    ['BH-13 · a permit', { rateLimiter: { permits: 1, period: '24h' } }, 'RateLimitExceededError'],
    ['BH-13 · a line that is full', { bulkhead: { maxConcurrent: 1, maxWait: '1ms', maxQueue: 0 } }, 'BulkheadFullError'],
    ['BH-13 · a wait that is over', { bulkhead: { maxConcurrent: 1, maxWait: '1s' } }, 'BulkheadFullError'],
  ])('%s: who was refused never runs', async (_, layers, name) => {
    const { R, adv, hang } = kit()
    const m = spy(hang)
    const f = R(m, layers)
    void f()
    const refused = failures([f()])
    await adv(1e6)
    expect([(await refused)[0].name, m.calls]).toEqual([name, 1])
  })

  it.each<[string, Layers, boolean]>([
    ['BH-14 · a limit, freed first', limit(1, { maxWait: '1s' }), true],
    ['BH-14 · a limit, the wait over first', limit(1, { maxWait: '1s' }), false],
    ['BH-14 · a deadline around the wait, freed first', { timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '1m' }, order: ['timeout', 'bulkhead'] }, true],
    ['BH-14 · a deadline around the wait, over first', { timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '1m' }, order: ['timeout', 'bulkhead'] }, false],
  ])('%s: in one instant, it is had once or not at all', async (name, layers, freedFirst) => {
    const { R, adv, st, clock, snap } = kit()
    const first = d()
    let n = 0
    const m = spy(async () => (n++ ? 'ok' : first.promise))
    const f = R(m, layers)
    const free = () => { clock.set(() => first.resolve('a'), 1000) }
    // the one who holds it may wait longer than the deadline
    const a = f()
    a.catch(() => {})
    if (freedFirst) free()
    const b = f()
    b.catch(() => {})
    if (!freedFirst) free()
    await adv(1000)
    const end = await st(b)
    expect(end).not.toBe('pending')
    if (end[0] === 'ok') expect(m.calls).toBe(2)
    else expect([(end[1] as Error).name, name]).toEqual([layers.timeout ? 'CallTimeoutError' : 'LimitExceededError', name])
    await st(a)
    for (const row of Object.values(snap(f))) for (const held of ['inUse', 'inFlight', 'waiting']) if (row && held in row) expect(row[held]).toBe(0)
    expect(await st(f())).toEqual(['ok', 'ok'])
  })

  it.each<[string, Layers]>([
    ['BH-15 · a limit inside of a deadline', { order: ['timeout', 'adaptiveLimit'], timeout: '100ms', adaptiveLimit: { initialLimit: 3, maxLimit: 3, minLimit: 3 } }],
    ['BH-15 · a slot and a limit inside of a deadline in a retry', { order: ['retry', 'timeout', 'adaptiveLimit', 'bulkhead'], retry: { maxAttempts: 1 }, timeout: '100ms', adaptiveLimit: { initialLimit: 3, maxLimit: 3, minLimit: 3 }, bulkhead: { maxConcurrent: 3 } }],
    ['BH-15 · a slot inside of a hedge', { hedge: { delay: '1h' }, timeout: '100ms', bulkhead: { maxConcurrent: 3 } }],
  ])('%s: capacity stays what it is, round after round', async (_, layers) => {
    const { R, adv, snap, after } = kit()
    const m = spy(() => after(500))
    const f = R(m, layers)
    for (let round = 1; round <= 30; round++) {
      const calls = failures(times(3, () => f()))
      await adv(100)
      expect((await calls).map(({ name }) => name)).toEqual(Array(3).fill('CallTimeoutError'))
      await adv(400)
      expect(m.calls).toBe(3 * round)
      const { bulkhead, adaptiveLimit } = snap(f)
      expect([bulkhead?.inUse ?? 0, adaptiveLimit?.inFlight ?? 0]).toEqual([0, 0])
    }
  })
})
