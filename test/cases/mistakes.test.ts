// A classifier that can't be used is a mistake of its site, thrown outside all layers: whichever layer it belongs to, those around it book no outcome, tell of nothing, ask nobody, and don't answer.
import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from './kit.ts'
import { fails, spy } from './outcomes.ts'

const wrong = { result: () => 'no verdict', error: () => 'no verdict' }
const WIDE = { ...BRK, windowSize: 9, minimumCalls: 9 }
const outermost = (...order: string[]) => ({ order })

/** Each layer that books, retries or answers around each one that may be mistaken. */
const STACKS: [string, Layers][] = [
  ['the site', { classifier: wrong, retry: { delay: '0' }, circuitBreaker: WIDE, adaptiveLimit: {}, timeout: '1s', bulkhead: {} }],
  ['the site, inside a hedge', { classifier: wrong, hedge: { delay: '1h' }, circuitBreaker: WIDE, adaptiveLimit: {}, timeout: '1s' }],
  ['an adaptive limit', { retry: { delay: '0' }, circuitBreaker: WIDE, adaptiveLimit: { classifier: wrong } }],
  ['an adaptive limit inside a hedge', { hedge: { delay: '1h' }, circuitBreaker: WIDE, adaptiveLimit: { classifier: wrong } }],
  ['an adaptive limit inside a timeout', { ...outermost('circuitBreaker', 'timeout', 'adaptiveLimit'), retry: { delay: '0' }, circuitBreaker: WIDE, timeout: '1s', adaptiveLimit: { classifier: wrong } }],
  ['an adaptive limit of a site that is judged, inside a timeout', { ...outermost('circuitBreaker', 'timeout', 'adaptiveLimit'), classifier: () => 'failure', retry: { delay: '0' }, circuitBreaker: WIDE, timeout: '1s', adaptiveLimit: { classifier: wrong } }],
  ['a breaker', { retry: { delay: '0' }, circuitBreaker: { ...WIDE, classifier: wrong }, adaptiveLimit: {} }],
  ['a breaker inside a limit', { ...outermost('adaptiveLimit', 'circuitBreaker'), retry: { delay: '0' }, adaptiveLimit: {}, circuitBreaker: { ...WIDE, classifier: wrong } }],
  ['a retry', { retry: { delay: '0', classifier: wrong } }],
  ['a retry inside a breaker', { ...outermost('circuitBreaker', 'retry'), circuitBreaker: WIDE, retry: { delay: '0', classifier: wrong } }],
  ['a retry inside a timeout and a breaker', { ...outermost('circuitBreaker', 'timeout', 'retry'), circuitBreaker: WIDE, timeout: '1s', retry: { delay: '0', classifier: wrong } }],
  ['a hedge', { hedge: { delay: '1h', classifier: wrong }, timeout: '1s' }],
  ['a hedge inside a breaker', { ...outermost('circuitBreaker', 'hedge'), circuitBreaker: WIDE, hedge: { delay: '1h', classifier: wrong } }],
  ['a hedge inside a timeout and a limit', { ...outermost('adaptiveLimit', 'timeout', 'hedge'), adaptiveLimit: {}, timeout: '1s', hedge: { delay: '1h', classifier: wrong } }],
  ['a layer with a name of its own', { circuitBreaker: { ...WIDE, name: 'own', classifier: wrong } }],
]

cases('mistakes', (kit) => {
  for (const [what, body] of [['a value', async () => 'v'], ['a failure', fails(9)]] as const) {
    it.each(STACKS)(`of %s, over ${what}`, async (_, layers) => {
      const { R, run, ev, snap, reg } = kit()
      const [m, fallback] = [spy(body), spy(() => 'fb')]
      const f = R(m, { fallback, ...layers })
      await expect(run(f)).rejects.toMatchObject({ name: 'ConfigurationError', code: 'R4C-ATR-011' })
      expect([m.calls, fallback.calls, ev()]).toEqual([1, 0, []])
      const { circuitBreaker, adaptiveLimit } = snap(f)
      if (circuitBreaker) expect(circuitBreaker).toMatchObject({ state: 'CLOSED', calls: 0 })
      if (adaptiveLimit) expect(adaptiveLimit).toMatchObject({ limit: 20, inFlight: 0 })
      for (const { calls } of reg.snapshot().circuitBreaker ?? []) expect(calls).toBe(0)
    })

    it.each<[string, Layers]>([
      ['a retry', { retry: { delay: '0' } }],
      ['a hedge', { hedge: { delay: '1h' } }],
      ['a breaker', { circuitBreaker: WIDE }],
    ])(`no classifier around is asked about it, over ${what}: %s`, async (_, layers) => {
      const { R, run, ev } = kit()
      const [own, m] = [spy(() => 'failure'), spy(body)]
      const [[layer, options]] = Object.entries(layers) as [[string, object]]
      const f = R(m, { fallback: () => 'fb', [layer]: { ...options, classifier: { result: own, error: own } }, adaptiveLimit: { classifier: wrong } })
      await expect(run(f)).rejects.toMatchObject({ code: 'R4C-ATR-011' })
      expect([own.calls, m.calls, ev()]).toEqual([0, 1, []])
    })
  }

  it('a half-open breaker’s permit goes back', async () => {
    const { R, st, reg, id, snap } = kit()
    let verdict = 'no verdict'
    const f = R(async () => 'v', { circuitBreaker: BRK, adaptiveLimit: { classifier: () => verdict } })
    await st(f().catch(() => {}))
    reg.circuitBreaker(id(f)).halfOpen()
    await st(f().catch(() => {}))
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 1, halfOpenRecorded: 0 })
    verdict = 'success'
    expect(await st(f())).toEqual(['ok', 'v'])
    expect(snap(f)['circuitBreaker'].state).toBe('CLOSED')
  })
})
