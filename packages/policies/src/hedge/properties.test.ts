// Any attempts, any aborts, any layers around them: permits go back once, outcomes are settled once, waits end and nothing is left, for what races.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Policies } from '@resilience4cata/policies/policies'
import { attemptSignal, createRegistry, resilient } from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { seeded } from '@resilience4cata/testing/seeded'

const ending = fc.record({
  kind: fc.constantFrom('ok' as const, 'ok' as const, 'fail' as const, 'fatal' as const, 'throw' as const, 'hang' as const),
  after: fc.integer({ min: 0, max: 300 }),
  obeys: fc.boolean(),
})
const call = fc.record({ at: fc.integer({ min: 0, max: 400 }), endings: fc.array(ending, { minLength: 4, maxLength: 4 }), aborts: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined, freq: 3 }) })
const program = fc.record({
  hedge: fc.record({ maxAttempts: fc.integer({ min: 2, max: 4 }), delay: fc.constantFrom(0, 10, 50), budgetPercent: fc.constantFrom(0, 30) }),
  timeout: fc.constantFrom(undefined, { duration: 60 }, { duration: 200 }),
  circuitBreaker: fc.constantFrom(undefined, { windowSize: 3, minimumCalls: 2, waitInOpen: 100, halfOpenCalls: 2, maxHalfOpenWait: 0 }),
  adaptiveLimit: fc.constantFrom(undefined, { initialLimit: 3 }),
  bulkhead: fc.constantFrom(undefined, { maxConcurrent: 2 }, { maxConcurrent: 1, maxWait: 100 }),
  outside: fc.constantFrom(undefined, 'timeout' as const, 'bulkhead' as const, 'circuitBreaker' as const),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
})

it('one answer, no more attempts than allowed, every loser cancelled, and nothing kept', async () => {
  let hedged = 0
  await fc.assert(fc.asyncProperty(program, async ({ calls, outside, ...layers }) => {
    const clock = new ManualClock()
    const registry = createRegistry({ clock, timers: clock, random: seeded() })
    registry.on('hedge.hedged', () => { hedged++ })
    registry.on('*', () => { throw new Error('a listener that throws') })
    registry.onError = () => {}
    const settle: (() => void)[] = []
    const body = (run: Run) => {
      const signal = attemptSignal()
      const { kind, after, obeys } = run.endings[run.attempts++]!
      if (kind === 'throw') throw new Error('at once')
      run.underWay.add(signal)
      return new Promise((ok, fail) => {
        const end = () => {
          run.underWay.delete(signal)
          if (kind === 'ok') ok('ok')
          else fail(kind === 'fatal' ? new RangeError('fatal') : new Error('down'))
        }
        if (kind === 'hang') settle.push(end)
        else clock.set(end, after)
        if (obeys) signal.addEventListener('abort', () => fail(signal.reason))
      })
    }
    const order = outside && layers[outside] ? { order: [outside, 'hedge'] } : {}
    const f = resilient({ registry, name: 'site', mode: 'async', signal: (run: Run) => run.controller.signal, ...layers, ...order } as Policies, body as (...args: any[]) => unknown)

    const runs = calls.map(({ at, endings, aborts }) => new Run(clock, at, endings, aborts, f))
    await clock.advance(2000)
    for (const end of settle) end()
    await clock.advance(2000)

    for (const { answers, attempts, forgotten } of runs) {
      expect([answers, forgotten]).toEqual([1, 0])
      expect(attempts).toBeLessThanOrEqual(layers.hedge.maxAttempts)
    }
    await quiesce(registry)
  }), { seed: 7, numRuns: 300 })
  expect(hedged).toBeGreaterThan(300)
})

class Run {
  readonly controller = new AbortController()
  attempts = 0
  readonly underWay = new Set<AbortSignal>()
  answers = 0
  /** Attempts that were under way at the answer and hadn't been cancelled. */
  forgotten = 0

  constructor(clock: ManualClock, at: number, readonly endings: readonly { readonly kind: string; readonly after: number; readonly obeys: boolean }[], aborts: number | undefined, f: (run: Run) => unknown) {
    const answered = () => {
      this.answers++
      this.forgotten += [...this.underWay].filter((signal) => !signal.aborted).length
    }
    clock.set(() => void (f(this) as Promise<unknown>).then(answered, answered), at)
    if (aborts !== undefined) clock.set(() => this.controller.abort(new Error('left')), aborts)
  }
}
