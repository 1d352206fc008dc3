// Replays what Resilience4j's CircuitBreaker did, step by step, against ours.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { furnished } from '@resilience4cata/core/run/furnished'
import { CircuitBreakerHandle } from '@resilience4cata/policies/circuit-breaker/handle'
import { openWaits } from '@resilience4cata/policies/circuit-breaker/open-waits'
import { recordLists } from '@resilience4cata/policies/circuit-breaker/record-lists'
import { circuitBreaker, type CircuitBreaker } from '@resilience4cata/policies/circuit-breaker/runtime'
import { attemptStart, slowCalls, timeWindow } from '@resilience4cata/policies/circuit-breaker/timed'
import { snapshot } from '@resilience4cata/policies/circuit-breaker/snapshot'
import type { CircuitBreakerOptions } from '@resilience4cata/policies/circuit-breaker/options'

class Failure extends Error {}
class Ignored extends Error {}
class Unrecorded extends Error {}
const ERRORS = { failure: Failure, ignored: Ignored, unrecorded: Unrecorded }

type Outcome = 'success' | keyof typeof ERRORS
type Manual = 'forceOpen' | 'disable' | 'metricsOnly' | 'close' | 'open' | 'halfOpen' | 'reset'
interface Step {
  readonly advance?: number
  readonly call?: Outcome
  readonly durationMs?: number
  readonly times?: number
  readonly start?: number
  readonly settle?: number
  readonly outcome?: Outcome
  readonly manual?: Manual
  readonly expect?: Readonly<Record<string, unknown>>
}
interface Scenario { readonly id: string; readonly config: CircuitBreakerOptions; readonly steps: readonly Step[] }
interface Running { readonly permit: number; readonly startedAt: number | undefined }
interface Seen { permitted?: boolean; retryAfterMs?: number }

class Replay {
  #now = 0
  readonly #breaker: CircuitBreaker
  readonly #running = new Map<number, Running>()

  constructor(config: CircuitBreakerOptions) {
    const inRealm = (breaker: CircuitBreaker) => { breaker.realm = { entered: [], clock: { now: () => this.#now } } }
    this.#breaker = circuitBreaker('replayed', { ...config, recordOn: Failure, ignoreOn: Ignored }, furnished(inRealm, openWaits, recordLists, slowCalls, timeWindow))
    this.#breaker.ready()
  }

  run(step: Step): Record<string, unknown> {
    const seen = this.#act(step)
    return { ...snapshot(this.#breaker), ...seen }
  }

  #act(step: Step): Seen {
    this.#now += step.advance ?? 0
    if (step.manual) new CircuitBreakerHandle(this.#breaker)[step.manual]()
    if (step.settle !== undefined) this.#settle(this.#running.get(step.settle)!, step.outcome!)
    if (step.start !== undefined) return this.#acquire((running) => { this.#running.set(step.start!, running) })
    let seen: Seen = {}
    for (let i = step.call ? (step.times ?? 1) : 0; i > 0; i--) {
      seen = this.#acquire((running) => {
        this.#now += step.durationMs!
        this.#settle(running, step.call!)
      })
    }
    return seen
  }

  #acquire(use: (running: Running) => void): Seen {
    const startedAt = attemptStart(this.#breaker)
    const permit = this.#breaker.acquire(startedAt)
    if (permit < 0) {
      const { retryAfterMs } = this.#breaker.rejection()
      return { permitted: false, ...(retryAfterMs !== undefined && { retryAfterMs }) }
    }
    use({ permit, startedAt })
    return { permitted: true }
  }

  #settle({ permit, startedAt }: Running, outcome: Outcome): void {
    if (outcome === 'success') this.#breaker.onSuccess(permit, startedAt)
    else this.#breaker.onFailure(permit, new ERRORS[outcome](), startedAt)
  }
}

const { scenarios } = JSON.parse(readFileSync(new URL('./circuit-breaker.json', import.meta.url), 'utf8')) as { readonly scenarios: readonly Scenario[] }
const groupOf = ({ id }: Scenario) => id.replace(/-\d+$/, '')

describe('a circuit breaker does what Resilience4j does', () => {
  it.each([...new Set(scenarios.map(groupOf))])('%s', (group) => {
    const members = scenarios.filter((scenario) => groupOf(scenario) === group)
    let compared = 0
    for (const { id, config, steps } of members) {
      const replay = new Replay(config)
      for (const [i, step] of steps.entries()) {
        const seen = replay.run(step)
        for (const [key, wanted] of Object.entries(step.expect ?? {})) {
          compared++
          const where = `${id}, step ${i} ${JSON.stringify(step)}: ${key}`
          if (typeof wanted === 'number') expect(Math.abs((seen[key] as number) - wanted), `${where}, got ${String(seen[key])}`).toBeLessThanOrEqual(0.001)
          else expect(seen[key], where).toBe(wanted)
        }
      }
    }
    expect(compared).toBeGreaterThan(members.length)
  })

  it('in 530 scenarios', () => expect(scenarios).toHaveLength(530))
})
