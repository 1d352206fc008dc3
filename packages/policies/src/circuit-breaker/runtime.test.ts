import { LoneLayer } from '@resilience4cata/testing/lone-layer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CircuitBreakerHandle, room } from './index.ts'
import type { CircuitBreaker } from './runtime.ts'
import { attemptStart } from './timed.ts'

const failure = new Error('x')
const lone = (written: object = {}) => {
  const layer = new LoneLayer<CircuitBreaker>(room, written)
  return { layer, breaker: layer.instance, handle: new CircuitBreakerHandle(layer.instance) }
}
const fail = (breaker: CircuitBreaker, times = 1) => { for (let i = 0; i < times; i++) breaker.onFailure(breaker.acquire(), failure) }
const succeed = (breaker: CircuitBreaker, times = 1) => { for (let i = 0; i < times; i++) breaker.onSuccess(breaker.acquire()) }

describe('against a naive model', () => {
  interface Options { readonly windowSize: number; readonly minimumCalls: number; readonly failureRate: number; readonly waitInOpen: number; readonly halfOpenCalls: number; readonly maxHalfOpenWait: number }
  interface Given { readonly era: number; readonly round: number }

  /** All outcomes in lists, every state with its number: the rules of the room's page. */
  class Model {
    state = 'CLOSED'
    era = 0
    round = 0
    outcomes: boolean[] = []
    permits = 0
    openUntil = 0
    roundAt = 0
    late = 0
    opens = 0
    constructor(readonly o: Options) {}

    acquire(now: number): Given | undefined {
      if (this.state === 'OPEN' && now >= this.openUntil) this.begin('HALF_OPEN', now)
      if (this.state === 'OPEN') return undefined
      if (this.state === 'HALF_OPEN') {
        if (this.permits === 0 && this.o.maxHalfOpenWait > 0 && now - this.roundAt >= this.o.maxHalfOpenWait) {
          this.round++
          this.roundAt = now
          this.permits = this.o.halfOpenCalls - this.outcomes.length
        }
        if (this.permits === 0) return undefined
        this.permits--
      }
      return { era: this.era, round: this.round }
    }

    settle({ era, round }: Given, outcome: 'ok' | 'bad' | 'cancelled', now: number): void {
      if (era !== this.era) return void this.late++
      if (outcome === 'cancelled') {
        if (this.state === 'HALF_OPEN' && round === this.round) this.permits++
        return
      }
      this.outcomes.push(outcome === 'bad')
      const bad = () => this.outcomes.filter(Boolean).length
      if (this.state === 'HALF_OPEN') {
        const n = this.o.halfOpenCalls
        if ((bad() * 100) / n >= this.o.failureRate) this.begin('OPEN', now)
        else if (((bad() + Math.max(0, n - this.outcomes.length)) * 100) / n < this.o.failureRate) this.begin('CLOSED', now)
      } else {
        this.outcomes = this.outcomes.slice(-this.o.windowSize)
        if (this.outcomes.length >= this.o.minimumCalls && (bad() * 100) / this.outcomes.length >= this.o.failureRate) this.begin('OPEN', now)
      }
    }

    begin(state: string, now: number): void {
      this.state = state
      this.era++
      if (state === 'OPEN') {
        this.opens++
        this.openUntil = now + this.o.waitInOpen
        return
      }
      if (state === 'CLOSED') this.opens = 0
      this.outcomes = []
      this.permits = this.o.halfOpenCalls
      this.roundAt = now
    }
  }

  const options = fc.record({
    windowSize: fc.integer({ min: 1, max: 8 }),
    failureRate: fc.constantFrom(1, 20, 33.3, 50, 66.6, 100),
    waitInOpen: fc.constantFrom(1, 30, 100),
    halfOpenCalls: fc.integer({ min: 1, max: 4 }),
    maxHalfOpenWait: fc.constantFrom(0, 20, 100),
    low: fc.integer({ min: 0, max: 7 }),
  })
  const step = fc.record({
    act: fc.constantFrom('start', 'start', 'start', 'ok', 'ok', 'bad', 'bad', 'cancelled', 'wait'),
    n: fc.nat(100),
  })

  it('admits, records, opens and closes the same, for any interleaving', () => {
    const states = new Set<string>()
    fc.assert(
      fc.property(options, fc.array(step, { minLength: 20, maxLength: 120 }), ({ low, ...chosen }, steps) => {
        const o: Options = { ...chosen, minimumCalls: Math.max(1, chosen.windowSize - low) }
        const { breaker, layer } = lone(o)
        let now = 0
        breaker.realm.clock = { now: () => now }
        const model = new Model(o)
        const running: { permit: number; given: Given }[] = []
        for (const { act, n } of steps) {
          if (act === 'wait') now += n
          else if (act === 'start') {
            const permit = breaker.acquire()
            const given = model.acquire(now)
            expect(permit >= 0).toBe(given !== undefined)
            if (given) running.push({ permit, given })
          } else if (running.length > 0) {
            const [{ permit, given }] = running.splice(n % running.length, 1) as [typeof running[number]]
            if (act === 'cancelled') breaker.onCancelled(permit)
            else if (act === 'ok') breaker.onSuccess(permit)
            else breaker.onFailure(permit, failure)
            model.settle(given, act, now)
          }
          states.add(model.state)
          const { state, calls, failures, lateResults, opens, halfOpenPermits } = layer.snapshot as Record<string, number | string>
          expect({ state, calls, failures, lateResults, opens, halfOpenPermits }).toEqual({
            state: model.state,
            calls: model.outcomes.length,
            failures: model.outcomes.filter(Boolean).length,
            lateResults: model.late,
            opens: model.opens,
            halfOpenPermits: model.state === 'HALF_OPEN' ? model.permits : 0,
          })
        }
      }),
      { seed: 4, numRuns: 400 },
    )
    expect(states).toEqual(new Set(['CLOSED', 'OPEN', 'HALF_OPEN']))
  })

  it('survives any clock: standing still, stepping back, jumping', () => {
    fc.assert(
      fc.property(options, fc.array(fc.record({ act: fc.constantFrom('ok', 'bad'), to: fc.constantFrom(0, 0, 50, -1e12, 1e12, 123.456) }), { maxLength: 60 }), ({ low: _, ...o }, steps) => {
        const { breaker, layer } = lone({ ...o, waitInOpenMultiplier: 1e300 })
        let now = 0
        breaker.realm.clock = { now: () => now }
        for (const { act, to } of steps) {
          now = to
          const permit = breaker.acquire()
          if (permit < 0) expect(breaker.rejection().retryAfterMs).toBeGreaterThanOrEqual(0)
          else act === 'ok' ? breaker.onSuccess(permit) : breaker.onFailure(permit, failure)
          for (const [field, value] of Object.entries(layer.snapshot)) if (typeof value === 'number') expect(value, field).toBeGreaterThanOrEqual(0)
        }
      }),
      { seed: 5, numRuns: 100 },
    )
  })
})

describe('clock readings', () => {
  const SLOW = { slowCallDuration: 100 }
  const TIME = { windowDuration: 10_000 }
  it.each([
    ['a count window', {}, 0, 0],
    ['a slow rule that is off', { slowCallDuration: 0 }, 0, 0],
    ['a slow rule', SLOW, 2, 2],
    ['a time window', TIME, 1, 1],
    ['both', { ...SLOW, ...TIME }, 2, 2],
  ])('%s: %i for a success, %i for a failure', (_title, written, onSuccess, onFailure) => {
    const { breaker, layer } = lone(written)
    const call = (end: (permit: number, startedAt: number | undefined) => void) => {
      const before = layer.reads
      const startedAt = attemptStart(breaker)
      end(breaker.acquire(startedAt), startedAt)
      return layer.reads - before
    }
    expect(call((permit, startedAt) => breaker.onSuccess(permit, startedAt))).toBe(onSuccess)
    expect(call((permit, startedAt) => breaker.onFailure(permit, failure, startedAt))).toBe(onFailure)
    expect(call((permit) => breaker.onCancelled(permit))).toBeLessThanOrEqual(onSuccess)
  })

  it.each([[{}, 1], [TIME, 1], [SLOW, 2]])('one to open and one to reject while open, shared with the others: %j', (written, most) => {
    const { breaker, layer, handle } = lone({ ...written, minimumCalls: 1 })
    const startedAt = attemptStart(breaker)
    breaker.onFailure(breaker.acquire(startedAt), failure, startedAt)
    expect([handle.state, layer.reads]).toEqual(['OPEN', most])
    breaker.acquire(attemptStart(breaker))
    expect(layer.reads).toBe(most + 1)
  })

  it('none before the first call', () => {
    const { layer } = lone({ windowDuration: 10_000 })
    expect(layer.reads).toBe(0)
  })
})

describe('slow calls', () => {
  it('are those that take longer, not as long; failures too', async () => {
    const { layer } = lone({ windowSize: 4, minimumCalls: 4, slowCallDuration: 100, slowCallRate: 50 })
    const bodies = [() => layer.after(100), () => layer.after(101), () => layer.failAfter(101, failure), () => layer.after(1)]
    for (const body of bodies) {
      layer.call(body)
      await layer.advance(101)
    }
    expect(layer.snapshot).toMatchObject({ state: 'OPEN', calls: 4, failures: 1, slow: 2, slowFailures: 1, failureRate: 25, slowRate: 50 })
    expect(layer.events).toEqual([['stateTransition', { from: 'CLOSED', to: 'OPEN', reason: 'SLOW_RATE', opens: 1, waitMs: 60_000 }]])
  })

  it('keep it from closing, or open it again, while it tries out', async () => {
    const { layer, handle } = lone({ slowCallDuration: 100, slowCallRate: 50, halfOpenCalls: 2 })
    handle.halfOpen()
    layer.call(() => layer.after(10))
    await layer.advance(10)
    expect(handle.state).toBe('HALF_OPEN')
    layer.call(() => layer.after(200))
    await layer.advance(200)
    expect(handle.state).toBe('OPEN')
  })
})

describe('waiting while open', () => {
  it('grows from opening to opening up to its bound, and begins anew after closing', async () => {
    const { layer, breaker } = lone({ windowSize: 1, halfOpenCalls: 1, waitInOpen: 100, waitInOpenMultiplier: 3, maxWaitInOpen: 500 })
    const waits: number[] = []
    for (const end of [fail, fail, fail, fail, succeed, fail]) {
      end(breaker)
      waits.push(layer.snapshot['remainingWaitMs'] as number)
      await layer.advance(waits.at(-1)!)
    }
    expect(waits).toEqual([100, 300, 500, 500, 0, 100])
  })

  it('has no bound below waitInOpen when none is written', () => {
    const { breaker, layer } = lone({ windowSize: 1, waitInOpen: 3_600_000, waitInOpenMultiplier: 2 })
    fail(breaker)
    expect(layer.snapshot['remainingWaitMs']).toBe(3_600_000)
  })

  it.each([['full', 0, 1000], ['equal', 500, 1000], ['none', 1000, 1000]])('jitter %s spreads it from %i to %i', (waitInOpenJitter, low, high) => {
    const { breaker, handle } = lone({ waitInOpen: 1000, waitInOpenJitter })
    const waits = Array.from({ length: 500 }, () => (handle.open(), breaker.waitMs))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(low)
    expect(Math.max(...waits)).toBeLessThanOrEqual(high)
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThanOrEqual((high - low) * 0.9)
  })
})
