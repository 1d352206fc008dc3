import { expect, it } from 'vitest'
import { BRK, cases, type Kit } from './kit.ts'
import { failures, open, spy, times } from './outcomes.ts'

class NetError extends Error {}

/** A breaker whose calls end as a list of letters says: F fails, S succeeds. */
function by({ R }: Kit, circuitBreaker: object, letters: string) {
  const left = [...letters]
  const m = spy(async () => {
    if (left.shift() === 'F') throw new Error('F')
    return 'S'
  })
  const f = R(m, { circuitBreaker })
  return Object.assign(f, { m, all: async () => { while (left.length > 0) await f().catch(() => {}) } })
}

const transitions = ({ ev }: Kit) => ev('circuitBreaker.stateTransition').map(({ from, to }) => `${from} ${to}`)

cases('circuit breaker: half-open', (kit) => {
  const opened = async (k: Kit, m: ReturnType<typeof open>, circuitBreaker: object = BRK): Promise<(...args: any[]) => any> => {
    const f = k.R(m, { circuitBreaker })
    k.reg.circuitBreaker(k.id(f)).open()
    await k.adv(1000)
    return f
  }

  it('CB-02 · a probe that hangs is replaced by a new round', async () => {
    const k = kit()
    const m = open()
    const f = await opened(k, m)
    const hung = f()
    await k.at(1500)
    expect(await k.st(f())).toMatchObject(['err', { state: 'HALF_OPEN', retryAfterMs: 0 }])
    await k.at(2000)
    const second = f()
    m.pending[1]!.resolve('ok')
    expect(await k.st(second)).toEqual(['ok', 'ok'])
    expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', lateResults: 0 })
    await k.at(3000)
    const third = f()
    m.pending[2]!.resolve('ok')
    expect(await k.st(third)).toEqual(['ok', 'ok'])
    m.pending[0]!.resolve('late')
    expect(await k.st(hung)).toEqual(['ok', 'late'])
    expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', calls: 1, lateResults: 1 })
  })

  it('CB-02 · and counts when it ends while the new round still runs', async () => {
    const k = kit()
    const m = open()
    const f = await opened(k, m)
    const hung = f()
    await k.at(2000)
    const second = f()
    await k.adv(500)
    m.pending[0]!.resolve('slow')
    expect(await k.st(hung)).toEqual(['ok', 'slow'])
    expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', lateResults: 0 })
    m.pending[1]!.reject(new Error('x'))
    await k.st(second)
    expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', calls: 0, lateResults: 1 })
  })

  it('CB-04 · no more calls than halfOpenCalls pass at the moment the wait ends', async () => {
    const k = kit()
    const m = open()
    const f = k.R(m, { circuitBreaker: { halfOpenCalls: 10 } })
    k.reg.circuitBreaker(k.id(f)).open()
    await k.adv(60_000)
    const calls = times(50, () => f())
    for (const call of calls) call.catch(() => {})
    await k.adv(0)
    expect(m.calls).toBe(10)
    for (const call of m.pending) call.resolve()
    expect((await failures(calls)).filter((error) => error?.name === 'CallNotPermittedError')).toHaveLength(40)
    expect(transitions(k).slice(0, 2)).toEqual(['CLOSED OPEN', 'OPEN HALF_OPEN'])
    expect(transitions(k).filter((each) => each === 'OPEN HALF_OPEN')).toHaveLength(1)
  })

  it.each<[string, object, Error]>([
    ['not in recordOn', { ...BRK, recordOn: [NetError] }, new SyntaxError('parse')],
    ['fatal', BRK, new ReferenceError('x is not defined')],
  ])('CB-06 · a failure that isn’t recorded closes: %s', async (_, circuitBreaker, error) => {
    const k = kit()
    const m = open()
    const f = await opened(k, m, circuitBreaker)
    const p = f()
    m.pending[0]!.reject(error)
    expect(await k.st(p)).toEqual(['err', error])
    expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED' })
    const next = f()
    m.pending[1]!.resolve('ok')
    expect(await k.st(next)).toEqual(['ok', 'ok'])
  })

  it('CB-06 · one that is ignored gives its permit back', async () => {
    const k = kit()
    const m = open()
    const f = await opened(k, m, { ...BRK, ignoreOn: [SyntaxError] })
    const p = f()
    m.pending[0]!.reject(new SyntaxError('x'))
    expect(await k.st(p)).toMatchObject(['err', { name: 'SyntaxError' }])
    expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 1, halfOpenRecorded: 0 })
  })

  it('CB-07 · failures of one turn open once and don’t postpone the end of the wait', async () => {
    const k = kit()
    const m = open()
    const f = k.R(m, { circuitBreaker: { windowSize: 5, minimumCalls: 5, waitInOpen: '60s' } })
    const six = times(6, () => f())
    for (const call of m.pending) call.reject(new Error('x'))
    await failures(six)
    expect(transitions(k)).toEqual(['CLOSED OPEN'])
    await k.adv(59_999)
    expect(await k.st(f())).toMatchObject(['err', { name: 'CallNotPermittedError', retryAfterMs: 1 }])
    await k.adv(1)
    expect(await k.st(f())).toBe('pending')
    m.pending[6]!.resolve()
  })

  it('CB-08 · half-open decides by its own calls, as soon as it is certain', async () => {
    const k = kit()
    const f = by(k, { windowSize: 100, failureRate: 50, halfOpenCalls: 4 }, 'FSSF')
    k.reg.circuitBreaker(k.id(f)).open('1s')
    await k.adv(1000)
    const states: string[] = []
    for (let i = 0; i < 4; i++) {
      await f().catch(() => {})
      states.push(k.reg.circuitBreaker(k.id(f)).state)
    }
    expect(states).toEqual(['HALF_OPEN', 'HALF_OPEN', 'HALF_OPEN', 'OPEN'])
    expect(f.m.calls).toBe(4)
  })

  it.each([['S', 'CLOSED'], ['F', 'OPEN']])('CB-09 · one probe decides, whatever minimumCalls is: %s %s', async (letter, state) => {
    const k = kit()
    const f = by(k, { windowSize: 10, minimumCalls: 10, halfOpenCalls: 1 }, letter)
    k.reg.circuitBreaker(k.id(f)).open('1s')
    await k.adv(1000)
    await f.all()
    expect(k.reg.circuitBreaker(k.id(f)).state).toBe(state)
  })

  it('CB-22 · half-open isn’t measured by the time window', async () => {
    const k = kit()
    const f = by(k, { windowDuration: '10s', failureRate: 50, halfOpenCalls: 3, waitInOpen: '1s' }, 'FF')
    k.reg.circuitBreaker(k.id(f)).open()
    await k.adv(60_000)
    await f().catch(() => {})
    expect(k.reg.circuitBreaker(k.id(f)).state).toBe('HALF_OPEN')
    await k.adv(60_000)
    await f().catch(() => {})
    expect(k.reg.circuitBreaker(k.id(f)).state).toBe('OPEN')
  })

  it('CB-23 · half-open closes as soon as the rate can’t be reached any more', async () => {
    const k = kit()
    const f = by(k, { halfOpenCalls: 10, failureRate: 50 }, 'SSSSSS')
    k.reg.circuitBreaker(k.id(f)).open('1s')
    const states: string[] = []
    for (let i = 0; i < 6; i++) {
      await k.adv(3_600_000)
      await f()
      states.push(k.reg.circuitBreaker(k.id(f)).state)
    }
    expect(states).toEqual([...Array(5).fill('HALF_OPEN'), 'CLOSED'])
  })

  it('CB-25 · looking at it changes nothing', async () => {
    const k = kit()
    const m = open()
    const f = await opened(k, m)
    const before = k.ev().length
    for (let i = 0; i < 2; i++) expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'OPEN', remainingWaitMs: 0 })
    expect(k.ev()).toHaveLength(before)
    const p = f()
    expect(transitions(k).at(-1)).toBe('OPEN HALF_OPEN')
    m.pending[0]!.resolve()
    await p
  })
})
