// Clocks that are not what one would like: one that stands still, one that goes back, one that jumps by 10¹² ms. No number leaves its range, and nothing hangs.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRegistry, resilient, type Policies, type Registry } from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { seeded } from '@resilience4cata/testing/seeded'

const JUMP = 1e12
// of a difference between numbers as large as that
const ROUNDING = 1e-3

/** Timers that run as they should, and a clock that shows something else: `shown` of the true time. */
class Wrong {
  readonly timers = new ManualClock()
  readonly registry: Registry
  readonly #numbers: [string, number][] = []

  constructor(shown: (time: number) => number) {
    this.registry = createRegistry({ clock: { now: () => shown(this.timers.now()) }, timers: this.timers, random: seeded() })
    this.registry.on('*', (event) => this.look(event.type, event))
  }

  /** Keeps all numbers in it; `at` is the clock's own. */
  look(where: string, value: unknown): void {
    if (typeof value === 'number') this.#numbers.push([where, value])
    else if (value instanceof Error) for (const field of ['retryAfterMs', 'timeoutMs', 'limit']) this.look(`${where} ${value.name}.${field}`, (value as any)[field])
    else if (typeof value === 'object' && value !== null) for (const [key, member] of Object.entries(value)) if (key !== 'at') this.look(`${where}.${key}`, member)
  }

  /** `longest`: what a refusal may ask to wait. */
  expectSane(longest = Infinity): void {
    const sane = (where: string, number: number) => number >= 0 && Number.isFinite(number) && (!where.endsWith('retryAfterMs') || number <= longest + ROUNDING)
    expect(this.#numbers.filter(([where, number]) => !sane(where, number))).toEqual([])
  }
}

const POLICIES: Record<string, Policies> = {
  retry: { retry: { maxAttempts: 4, delay: '20ms', maxDuration: '200ms', budgetPercent: 20, budgetMinRetriesPerSecond: 2, budgetWindow: '1s' } },
  hedge: { hedge: { delay: '20ms', maxAttempts: 3, budgetWindow: '1s' } },
  'a breaker over calls': { circuitBreaker: { windowSize: 4, minimumCalls: 2, waitInOpen: '50ms', waitInOpenMultiplier: 2, waitInOpenJitter: 'full', halfOpenCalls: 2, slowCallDuration: '30ms' } },
  'a breaker over time': { circuitBreaker: { windowDuration: '1s', minimumCalls: 2, waitInOpen: '50ms', maxHalfOpenWait: '20ms', halfOpenCalls: 1 } },
  'fixed periods': { rateLimiter: { permits: 2, period: '50ms', maxWait: '120ms', maxQueue: 3 } },
  'rolling periods': { rateLimiter: { permits: 2, period: '50ms', window: 'rolling', maxWait: '120ms', maxQueue: 3 } },
  'an adaptive limit': { adaptiveLimit: { initialLimit: 2, maxLimit: 4, latencyThreshold: '30ms', maxWait: '60ms', maxQueue: 3 } },
  timeout: { timeout: '40ms' },
  bulkhead: { bulkhead: { maxConcurrent: 2, maxWait: '60ms' } },
  keys: { rateLimiter: { permits: 1, period: '50ms', key: (n: number) => `${n % 4}`, maxKeys: 2 } },
  all: {
    retry: { maxAttempts: 3, delay: '20ms' }, circuitBreaker: { windowDuration: '1s', minimumCalls: 5, waitInOpen: '50ms' }, rateLimiter: { permits: 5, period: '50ms', maxWait: '100ms' },
    adaptiveLimit: { initialLimit: 5, maxWait: '50ms' }, timeout: '40ms', bulkhead: { maxConcurrent: 3, maxWait: '50ms' }, fallback: { handler: () => 'fb', applyOn: 'CallNotPermittedError' },
  },
}

// one period for each time that those in line, and one more, need the permits; or as long as a breaker is open
const LONGEST: Record<string, number> = { 'a breaker over time': 50, 'fixed periods': 100, 'rolling periods': 100, keys: 50 }

const CLOCKS: Record<string, () => (time: number) => number> = {
  'stands still at 0': () => () => 0,
  'stands still, far on': () => () => JUMP,
  'goes back': () => (time) => -3 * time,
  'goes back by an hour, and on': () => (time) => time - (time > 100 ? 3_600_000 : 0),
  'goes back and forth': () => { let reads = 0; return (time) => time + (reads++ % 2 ? 1000 : 0) },
  'jumps ahead once': () => (time) => time + (time > 100 ? JUMP : 0),
  'jumps ahead with each reading': () => { let reads = 0; return () => reads++ * JUMP },
  'jumps to and fro': () => { let reads = 0; return (time) => time + (reads++ % 2 ? JUMP : -JUMP) },
  'begins below 0': () => (time) => time - JUMP,
  'crawls': () => (time) => time / 1e6,
  'races': () => (time) => time * 1e6,
}

/** Calls that succeed and fail, quick and slow, some apart and some at once; all of them must end. */
async function play(wrong: Wrong, name: string): Promise<void> {
  const policies = POLICIES[name]!
  const { timers, registry } = wrong
  const f = resilient({ registry, name: 'f', ...policies } as Policies, async (n: number) => {
    await new Promise((over) => { timers.set(() => over(undefined), (n * 7) % 50) })
    if (n % 3 === 0) throw new Error('x')
    return n
  })
  const calls: Promise<unknown>[] = []
  for (let n = 0; n < 30; n++) {
    calls.push(f(n).then(() => {}, (error: unknown) => wrong.look('threw', error)))
    await timers.advance(n % 4 === 0 ? 0 : (n * 13) % 30)
    wrong.look('snapshot', registry.snapshot())
  }
  // no wait of theirs is longer
  await timers.advance(5000)
  let left = calls.length
  for (const call of calls) void call.then(() => { left-- })
  await timers.advance(0)
  expect(left).toBe(0)
  wrong.look('snapshot', registry.snapshot())
  wrong.expectSane(LONGEST[name])
  await quiesce(registry)
}

for (const name of Object.keys(POLICIES)) {
  it.each(Object.entries(CLOCKS))(`${name}, under a clock that %s`, async (_, clock) => play(new Wrong(clock()), name))
}

it('clocks that do anything at any time', async () => {
  await fc.assert(fc.asyncProperty(
    fc.constantFrom(...Object.keys(POLICIES)), fc.array(fc.oneof(fc.constantFrom(0, 1, -1, 0.5, 1000, -1000, JUMP, -JUMP, 86_400_000), fc.integer({ min: -100, max: 100 })), { minLength: 1, maxLength: 20 }),
    async (name, steps) => {
      let reads = 0
      let off = 0
      await play(new Wrong((time) => time + (off += steps[reads++ % steps.length]!)), name)
    },
  ), { numRuns: 150, seed: 11 })
}, 120_000)

it('a breaker that opened under a standing clock rejects with a wait in its range, and opens by hand', async () => {
  const wrong = new Wrong(() => 0)
  const f = resilient({ registry: wrong.registry, name: 'f', circuitBreaker: { windowSize: 2, minimumCalls: 2, waitInOpen: '1s' } }, async () => { throw new Error('x') })
  for (let i = 0; i < 3; i++) await f().catch((error: unknown) => wrong.look('threw', error))
  expect(wrong.registry.circuitBreaker('f').state).toBe('OPEN')
  wrong.registry.circuitBreaker('f').halfOpen()
  await f().catch(() => {})
  wrong.expectSane()
})
