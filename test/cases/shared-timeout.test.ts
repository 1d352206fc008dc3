// One timeout by name for several sites: each has layers of its own around it, and those alone hear of its calls.
import { expect, it } from 'vitest'
import { resilient } from '@resilience4cata/policies/index'
import { BRK, cases, type Layers } from './kit.ts'

const shared = { name: 'shared', duration: '1s' }
const AROUND: [string, Layers][] = [
  ['what counts', { circuitBreaker: BRK, adaptiveLimit: {} }],
  ['what asks something of the user’s', { circuitBreaker: { ...BRK, recordOn: () => true }, adaptiveLimit: {} }],
]

cases('a shared timeout', (kit) => {
  it.each(AROUND)('a deadline is a failure of its own site: %s', async (_, layers) => {
    const { R, hang, adv, snap, ev } = kit()
    const [a, b] = ['a', 'b'].map((name) => R(hang, { ...layers, name, timeout: shared })) as [any, any]
    for (const call of [a(), a(), b()]) call.catch(() => {})
    await adv(1000)
    expect([snap(a)['circuitBreaker'], snap(b)['circuitBreaker']]).toMatchObject([{ state: 'OPEN', failures: 2 }, { state: 'CLOSED', failures: 1 }])
    expect([snap(a)['adaptiveLimit'].inFlight, snap(b)['adaptiveLimit'].inFlight]).toEqual([0, 0])
    expect(ev('circuitBreaker.stateTransition')).toMatchObject([{ instance: 'a' }])
  })

  it.each(AROUND)('a caller who leaves gives back what was taken at its own site: %s', async (_, layers) => {
    const { R, hang, ac, st, snap } = kit()
    const [a, b] = ['a', 'b'].map((name) => R(hang, { ...layers, name, timeout: shared })) as [any, any]
    const c = ac()
    const [left, stays] = [a({ signal: c.signal }), b()]
    stays.catch(() => {})
    c.abort('why')
    expect(await st(left)).toEqual(['err', 'why'])
    expect([snap(a)['adaptiveLimit'].inFlight, snap(b)['adaptiveLimit'].inFlight]).toEqual([0, 1])
  })

  it('also where the other site is interpreted, whose calls take the places of those before', async () => {
    const { R, reg, hang, adv, snap } = kit()
    const a = R((isSlow: boolean) => (isSlow ? hang() : Promise.resolve()), { adaptiveLimit: {}, name: 'a', signal: undefined, timeout: shared })
    const other = resilient({ registry: reg, mode: 'async', name: 'other', timeout: { name: 'shared', duration: '1s' } }, hang)
    await a(false)
    const slow = a(true)
    for (const call of [slow, other()]) call.catch(() => {})
    await adv(1000)
    await a(false)
    other().catch(() => {})
    await adv(1000)
    expect(snap(a)['adaptiveLimit']).toMatchObject({ inFlight: 0, limit: 18 })
  })
})
