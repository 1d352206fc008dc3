// A caller who leaves when the call has begun and its body hasn't: by what a key or a listener does.
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type Layers } from './kit.ts'
import { rejectOnAbort, spy } from './outcomes.ts'

const STACKS: [string, Layers][] = [
  ['a timeout', { timeout: '1h' }],
  ['a hedge', { hedge: { delay: '1h' } }],
  ['a hedge around a timeout', { hedge: { delay: '1h' }, timeout: '1h' }],
  ['a retry around a timeout', { retry: {}, timeout: '1h' }],
  ['a timeout around all', { retry: {}, timeout: '1h', order: ['timeout', 'retry'] }],
  ['a slot around a timeout', { bulkhead: { maxConcurrent: 1 }, timeout: '1h', order: ['bulkhead', 'timeout'] }],
  ['limits and a timeout', { rateLimiter: { maxWait: '1s' }, adaptiveLimit: {}, timeout: '1h', bulkhead: {} }],
]

function obedient(): Promise<never> {
  const signal = attemptSignal()
  return signal.aborted ? Promise.reject(signal.reason) : rejectOnAbort(signal)
}

cases('on the way', (kit) => {
  it.each(STACKS)('its key is where the caller leaves: %s', async (_, layers) => {
    const { R, ac, hang, st, snap } = kit()
    const c = ac()
    const f = R(hang, { ...layers, fallback: () => 'fb', circuitBreaker: { ...BRK, key: () => { c.abort('why'); return 'k' } }, signal: () => c.signal })
    expect(await st(f())).toEqual(['err', 'why'])
    expect(Object.values(snap(f)).filter((row) => row?.pending)).toEqual([])
  })

  it.each(STACKS)('somebody hears of it, and the caller leaves: %s', async (_, layers) => {
    const { R, ac, st, reg, id, adv, ev, snap } = kit()
    const c = ac()
    const f = R(obedient, { ...layers, fallback: () => 'fb', circuitBreaker: { ...BRK, waitInOpen: '1h' } })
    reg.circuitBreaker(id(f)).open('1ms')
    await adv(1)
    reg.on('circuitBreaker.stateTransition', ({ to }) => { if (to === 'HALF_OPEN') c.abort('why') })
    expect(await st(f({ signal: c.signal }))).toEqual(['err', 'why'])
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 1, halfOpenRecorded: 0 })
    expect(ev('hedge.failed')).toEqual([])
  })

  it('where the fallback is wanted it sees the reason', async () => {
    const { R, ac, hang, st } = kit()
    const c = ac()
    const answers = (layers: Layers) => R(hang, { ...layers, fallback: { handler: (failure: unknown, { attempts }: { attempts: number }) => [failure, attempts], onCancel: true }, bulkhead: { key: () => { c.abort('why'); return 'k' } }, signal: () => c.signal })()
    expect(await st(answers({ timeout: '1h', retry: {} }))).toEqual(['ok', ['why', 1]])
    // now on it is a caller who has left before
    expect(await st(answers({ hedge: {} }))).toEqual(['err', 'why'])
  })

  it('an attempt that nothing can end early runs, and its answer is the call’s', async () => {
    const { R, ac, st } = kit()
    const c = ac()
    const m = spy(async () => 'v')
    const f = R(m, { retry: {}, bulkhead: { key: () => { c.abort('why'); return 'k' } }, signal: () => c.signal })
    expect([await st(f()), m.calls]).toEqual([['ok', 'v'], 1])
  })
})
