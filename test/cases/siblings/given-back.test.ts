// Whatever is counted comes back once, and whoever is next has it: by every policy that lends something, however the one before has ended.
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type Layers } from '../kit.ts'
import { d, failures, open, rejectOnAbort, spy, times } from '../outcomes.ts'

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
    ['resolves, rejects and resolves', () => ({ then(ok: (v: string) => void, fail: (e: unknown) => void) { ok('ok'); fail(err); ok('again') } })],
    ['rejects, then resolves', () => ({ then(ok: (v: string) => void, fail: (e: unknown) => void) { fail(err); ok('ok') } })],
    ['throws when it has settled', () => ({ then(ok: (v: string) => void) { ok('ok'); throw err } })],
  ])('BH-11 · a permit of each kind comes back once from a thenable that %s', async (_, body) => {
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

cases('given back: by whatever end', (kit) => {
  const evil = { get boom(): never { throw err } }
  it.each<[string, Layers, (o: any) => unknown]>([
    ['AL-05 · half-open permits, by a throw', { circuitBreaker: { ...BRK, halfOpenCalls: 5, ignoreOn: 'throwable' } }, () => { throw err }],
    ['AL-05 · half-open permits, by a getter', { circuitBreaker: { ...BRK, halfOpenCalls: 5, ignoreOn: 'throwable' } }, (o) => o.boom],
    ['AL-05 · a slot in a hedge, by a throw', { hedge: { delay: '1h', hedgeOn: [] }, bulkhead: { maxConcurrent: 1 } }, () => { throw err }],
    ['AL-05 · a limit in a deadline, by a thenable that throws', { order: ['timeout', 'adaptiveLimit'], timeout: '1m', adaptiveLimit: { initialLimit: 1 } }, () => ({ then() { throw err } })],
    ['AL-05 · of a sync site, by a throw', { mode: 'sync', bulkhead: { maxConcurrent: 1 }, adaptiveLimit: { initialLimit: 1 } }, () => { throw err }],
  ])('%s, a hundred times', async (_, layers, body) => {
    const { R, reg, id, snap } = kit()
    const f = R(body, { ...layers, signal: undefined })
    if (layers.circuitBreaker) reg.circuitBreaker(id(f)).halfOpen()
    for (let i = 0; i < 100; i++) expect(await (async () => f(evil))().catch((error: unknown) => error)).toBe(err)
    const { bulkhead, adaptiveLimit, circuitBreaker } = snap(f)
    expect([bulkhead?.inUse ?? 0, adaptiveLimit?.inFlight ?? 0, circuitBreaker?.halfOpenPermits ?? 5]).toEqual([0, 0, 5])
  })

  it.each<[string, boolean]>([['AL-11 · the deadline outside of both', true], ['AL-11 · the deadline inside of the limit alone', false]])('%s: each is given back when its own inside has ended', async (_, outside) => {
    const { R, snap, after, adv } = kit()
    const order = outside ? ['timeout', 'adaptiveLimit', 'bulkhead'] : ['adaptiveLimit', 'timeout', 'bulkhead']
    const f = R(() => after(1000, 'x'), { order, adaptiveLimit: { initialLimit: 9 }, timeout: '100ms', bulkhead: { maxConcurrent: 2 } })
    const ends = failures(times(2, () => f()))
    await adv(100)
    await ends
    expect([snap(f)['adaptiveLimit'].inFlight, snap(f)['bulkhead'].inUse]).toEqual([outside ? 2 : 0, 2])
    await adv(900)
    expect([snap(f)['adaptiveLimit'].inFlight, snap(f)['bulkhead'].inUse]).toEqual([0, 0])
  })

  it('AL-11 · a body that heeds its signal gives both back at once', async () => {
    const { R, snap, adv } = kit()
    const f = R(() => rejectOnAbort(attemptSignal()), { adaptiveLimit: {}, timeout: '100ms', bulkhead: { maxConcurrent: 2 } })
    const ends = failures(times(2, () => f()))
    await adv(100)
    expect((await ends).map(({ name }) => name)).toEqual(['CallTimeoutError', 'CallTimeoutError'])
    expect([snap(f)['adaptiveLimit'].inFlight, snap(f)['bulkhead'].inUse]).toEqual([0, 0])
  })

  it.each<[string, object, unknown]>([
    ['CB-06 · one of another realm', { recordOn: [RangeError] }, { name: 'Foreign' }],
    ['CB-06 · undefined', { recordOn: ['Named'] }, undefined],
    ['CB-06 · an empty list', { recordOn: [] }, err],
  ])('a half-open call that throws what isn’t recorded decides, and the next one is admitted: %s', async (_, more, thrown) => {
    for (const layers of [{}, { timeout: '1m' }, { hedge: { delay: '1h', hedgeOn: [] } }, { retry: { maxAttempts: 1 } }]) {
      const { R, reg, id, snap, st } = kit()
      const m = open()
      const f = R(m, { circuitBreaker: { ...BRK, ...more }, ...layers })
      reg.circuitBreaker(id(f)).halfOpen()
      const p = f()
      m.pending[0]!.reject(thrown)
      expect(await st(p)).toEqual(['err', thrown])
      expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED' })
      const next = f()
      m.pending[1]!.resolve('ok')
      expect(await st(next)).toEqual(['ok', 'ok'])
    }
  })

  it.each(['fixed', 'rolling'])('RL-08 · turns of those who are refused by a deadline around them go to the next: %s', async (window) => {
    const { R, st, at, clock } = kit()
    const starts: number[] = []
    const f = R(async () => { starts.push(clock.now()) }, { order: ['timeout', 'rateLimiter'], timeout: '500ms', rateLimiter: { window, permits: 1, period: '1s', maxWait: '60s' } })
    void f()
    const ten = failures(times(10, () => f()))
    await at(500)
    expect((await ten).map(({ name }) => name)).toEqual(Array(10).fill('CallTimeoutError'))
    await at(600)
    const last = f()
    await at(1000)
    expect([await st(last), starts]).toEqual([['ok', undefined], [0, 1000]])
  })

  it('RL-08 · and those of hedges that are no longer needed', async () => {
    const { R, at, clock, after, st } = kit()
    const starts: number[] = []
    const f = R(() => {
      starts.push(clock.now())
      return after(100)
    }, { hedge: { delay: '50ms', maxAttempts: 2, budgetPercent: 0 }, rateLimiter: { permits: 1, period: '1s', maxWait: '60s' } })
    const first = f()
    await at(100)
    await st(first)
    const second = f()
    await at(1100)
    expect([await st(second), starts]).toEqual([['ok', undefined], [0, 1000]])
  })

  it('RL-12 · calls that an open breaker or a full line refuses outside of it don’t count', async () => {
    const { R, reg, id, st, snap } = kit()
    const f = R(async () => 'ok', { circuitBreaker: BRK, rateLimiter: { window: 'rolling', permits: 1, period: '1s' } })
    reg.circuitBreaker(id(f)).forceOpen()
    await failures(times(10, () => f()))
    expect(snap(f)['rateLimiter'].available).toBe(1)
    reg.circuitBreaker(id(f)).close()
    expect(await st(f())).toEqual(['ok', 'ok'])
  })

  it.each(['fixed', 'rolling'])('RL-12 · nor do those who are refused while others wait: %s', async (window) => {
    const { R, at, st } = kit()
    const f = R(async () => 'ok', { rateLimiter: { window, permits: 1, period: '1s', maxWait: '1s', maxQueue: 1 } })
    await st(f())
    const waits = f()
    for (let time = 0; time < 1000; time += 100) {
      await at(time)
      expect(await st(f())).toMatchObject(['err', { name: 'RateLimitExceededError' }])
    }
    await at(1000)
    expect(await st(waits)).toEqual(['ok', 'ok'])
    const next = f()
    await at(2000)
    expect(await st(next)).toEqual(['ok', 'ok'])
  })
})
