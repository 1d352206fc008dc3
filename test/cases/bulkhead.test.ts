import { expect, it } from 'vitest'
import { cases } from './kit.ts'
import { codes, d, failures, open, spy, times } from './outcomes.ts'

cases('bulkhead', (kit) => {
  it('BH-01 · one after another', async () => {
    const { R, adv, after, clock } = kit()
    const starts: number[] = []
    const f = R(() => {
      starts.push(clock.now())
      return after(1000, 'ok')
    }, { bulkhead: { maxConcurrent: 1, maxWait: '10s' } })
    const three = times(3, () => f())
    await adv(3000)
    expect(await Promise.all(three)).toEqual(['ok', 'ok', 'ok'])
    expect(starts).toEqual([0, 1000, 2000])
  })

  it('BH-03 · an aborted waiter is passed over', async () => {
    const { R, adv, st, ac } = kit()
    const m = open()
    const f = R(m, { bulkhead: { maxConcurrent: 1, maxWait: '1m' } })
    const c = ac()
    const [a, b, last] = [f(), f({ signal: c.signal }), f()]
    c.abort('why')
    expect(await st(b)).toEqual(['err', 'why'])
    m.pending[0]!.resolve('a')
    await adv(0)
    expect([await st(a), m.calls]).toEqual([['ok', 'a'], 2])
    m.pending[1]!.resolve('c')
    expect(await st(last)).toEqual(['ok', 'c'])
  })

  it('BH-04 · an abort ends a wait in a queue that never moves', async () => {
    const { R, adv, st, ac, hang, snap } = kit()
    const f = R(hang, { bulkhead: { maxConcurrent: 1, maxWait: '1m' } })
    void f()
    const [before, later] = [ac(), ac()]
    before.abort('before')
    expect(await st(f({ signal: before.signal }))).toEqual(['err', 'before'])
    const p = f({ signal: later.signal })
    await adv(10)
    later.abort('later')
    expect(await st(p)).toEqual(['err', 'later'])
    expect(snap(f)['bulkhead']).toMatchObject({ waiting: 0, inUse: 1 })
  })

  it('BH-06 · aborting who waits frees no slot', async () => {
    const { R, adv, ac, snap } = kit()
    const m = open()
    const f = R(m, { bulkhead: { maxConcurrent: 2, maxWait: '1m' } })
    const two = times(2, () => f())
    const cs = times(3, ac)
    const aborted = failures(cs.map(({ signal }) => f({ signal })))
    for (const c of cs) c.abort('why')
    expect(await aborted).toEqual(['why', 'why', 'why'])
    const three = times(3, () => f())
    await adv(0)
    expect([m.calls, snap(f)['bulkhead'].inUse]).toEqual([2, 2])
    m.pending[0]!.resolve()
    await adv(0)
    expect([m.calls, snap(f)['bulkhead'].inUse]).toEqual([3, 2])
    for (let i = 1; i < 5; i++) {
      m.pending[i]!.resolve()
      await adv(0)
    }
    await Promise.all([...two, ...three])
  })

  it('BH-08 · a function that calls itself can’t lock itself up', async () => {
    const { R, adv, st, snap } = kit()
    const f = R(async (n: number): Promise<unknown> => (n ? f(n - 1) : 'x'), { bulkhead: { maxConcurrent: 2, maxWait: '1s' }, signal: undefined })
    const p = f(3)
    await adv(999)
    expect(await st(p)).toBe('pending')
    await adv(1)
    expect(await st(p)).toMatchObject(['err', { name: 'BulkheadFullError', reason: 'WAIT_EXPIRED' }])
    expect(snap(f)['bulkhead']).toMatchObject({ inUse: 0, waiting: 0 })
    expect(await st(f(1))).toEqual(['ok', 'x'])
  })

  it.each<[string, () => unknown]>([
    ['a thenable that settles thrice', () => ({ then(ok: (v: string) => void, fail: (e: unknown) => void) { ok('ok'); fail(new Error('x')); ok('again') } })],
    ['one that throws after it has settled', () => ({ then(ok: (v: string) => void) { ok('ok'); throw new Error('x') } })],
    ['one that settles later, twice', () => ({ then(ok: (v: string) => void) { queueMicrotask(() => { ok('ok'); ok('again') }) } })],
  ])('BH-11 · a slot is given back once: %s', async (_, body) => {
    const { R, st, snap } = kit()
    const f = R(body, { bulkhead: { maxConcurrent: 1 } })
    for (let i = 0; i < 3; i++) {
      expect(await st(f())).toEqual(['ok', 'ok'])
      expect(snap(f)['bulkhead']).toMatchObject({ inUse: 0 })
    }
  })

  it.each([['the abort first', true], ['the answer first', false]])('BH-11 · an abort in the turn in which it settles: %s', async (_, isFirst) => {
    const { R, ac, snap, st } = kit()
    const m = open()
    const f = R(m, { bulkhead: { maxConcurrent: 1, maxWait: '1m' }, timeout: '1m' })
    const c = ac()
    const [p, next] = [f({ signal: c.signal }), f()]
    if (isFirst) c.abort('why')
    m.pending[0]!.resolve('v')
    if (!isFirst) c.abort('why')
    expect((await st(p))[1]).toMatch(/^(v|why)$/)
    expect(snap(f)['bulkhead']).toMatchObject({ inUse: 1, waiting: 0 })
    m.pending[1]!.resolve('next')
    expect(await st(next)).toEqual(['ok', 'next'])
  })

  it('BH-12 · it can be closed and opened', async () => {
    expect(codes('class S { @Bulkhead({ maxConcurrent: 0 }) async f() {} }')).toEqual(['R4C-ATR-010'])
    const { R, adv, snap, configure } = kit()
    const m = open()
    const f = R(m, { bulkhead: { maxConcurrent: 5, maxWait: '1m' } })
    const max = (n: number) => configure(f, { bulkhead: { maxConcurrent: n } })
    max(0)
    const first = f()
    await adv(0)
    expect([m.calls, snap(f)['bulkhead'].waiting]).toEqual([0, 1])
    max(2)
    await adv(0)
    expect(m.calls).toBe(1)
    max(5)
    const calls = [first, ...times(6, () => f())]
    await adv(0)
    expect(m.calls).toBe(5)
    max(2)
    for (const [i, running] of [4, 3, 2].entries()) {
      m.pending[i]!.resolve()
      await adv(0)
      expect([m.calls, snap(f)['bulkhead'].inUse]).toEqual([5, running])
    }
    m.pending[3]!.resolve()
    await adv(0)
    expect([m.calls, snap(f)['bulkhead'].inUse]).toEqual([6, 2])
    for (let i = 4; i < 7; i++) {
      m.pending[i]!.resolve()
      await adv(0)
    }
    await Promise.all(calls)
  })

  it('BH-13 · who was refused has not run', async () => {
    const { R, adv, hang } = kit()
    const m = spy(hang)
    const f = R(m, { bulkhead: { maxConcurrent: 1 } })
    void f()
    expect((await failures([f()]))[0]).toMatchObject({ name: 'BulkheadFullError', reason: 'FULL' })
    await adv(1e6)
    expect(m.calls).toBe(1)
  })

  it.each([['the slot', true], ['the wait', false]])('BH-14 · a slot that becomes free when a wait ends, armed first: %s', async (_, slotFirst) => {
    const { R, adv, st, clock } = kit()
    const first = d()
    let n = 0
    const m = spy(async () => (n++ ? 'ok' : first.promise))
    const f = R(m, { bulkhead: { maxConcurrent: 1, maxWait: '1s' } })
    const free = () => { clock.set(() => first.resolve('a'), 1000) }
    const a = f()
    if (slotFirst) free()
    const b = f()
    b.catch(() => {})
    if (!slotFirst) free()
    await adv(1000)
    const end = await st(b)
    if (end[0] === 'ok') expect(m.calls).toBe(2)
    else expect([end, m.calls]).toMatchObject([['err', { reason: 'WAIT_EXPIRED' }], 1])
    expect(await st(a)).toEqual(['ok', 'a'])
    expect(await st(f())).toEqual(['ok', 'ok'])
  })

  it('BH-15 · what has timed out gives its slot back when it ends, each time', async () => {
    const { R, adv, snap, after } = kit()
    const m = spy(() => after(500))
    const f = R(m, { timeout: '100ms', bulkhead: { maxConcurrent: 3 } })
    for (let round = 1; round <= 100; round++) {
      const calls = failures(times(3, () => f()))
      await adv(100)
      expect((await calls).map(({ name }) => name)).toEqual(Array(3).fill('CallTimeoutError'))
      expect(snap(f)['bulkhead'].inUse).toBe(3)
      await adv(400)
      expect([snap(f)['bulkhead'].inUse, m.calls]).toEqual([0, 3 * round])
    }
  })

  it('BH-09 · a long line is drained without moving it', async () => {
    const timers = { armed: 0, set() { return ++this.armed }, clear() { this.armed-- } }
    const { R, clock } = kit({ registry: { clock: { now: () => 0 }, timers } })
    const started: number[] = []
    const f = R(async (n: number) => { started.push(n) }, { bulkhead: { maxConcurrent: 1, maxWait: '24h', maxQueue: 65_536 }, signal: undefined })
    const { shift, splice } = Array.prototype
    let moved = 0
    Array.prototype.shift = function () { moved++; return shift.call(this) }
    Array.prototype.splice = function (...args: [number, number]) { moved++; return splice.apply(this, args) }
    try {
      const calls = times(20_000, (n) => f(n))
      expect(timers.armed).toBe(19_999)
      await Promise.all(calls)
    } finally {
      Object.assign(Array.prototype, { shift, splice })
    }
    expect([started.length, started.every((n, i) => n === i), timers.armed, clock.now()]).toEqual([20_000, true, 0, 0])
    expect(moved).toBeLessThan(100)
  })
})
