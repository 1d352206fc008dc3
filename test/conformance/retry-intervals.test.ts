// The wait before each retry, as Resilience4j's IntervalFunction computes it; see the file's notes.
import { expect, it } from 'vitest'
import { createRealm } from '@resilience4cata/runtime/registry'
import { room } from '@resilience4cata/policies/retry/index'
import { seeded } from '@resilience4cata/testing/seeded'
import vectors from './retry-intervals.json' with { type: 'json' }

interface Wait { n: number; wait?: number; atLeast?: number; atMost?: number }
interface Range { n: number; low: number; high: number }

const DRAWS = 500

it.each(vectors.scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_id, scenario) => {
  const realm = createRealm({ random: seeded() })
  const retry = room.create('interval', { ...scenario.config, maxAttempts: 2 ** 31 }, (instance) => {
    instance.realm = realm
    room.capabilities['planned']!(instance)
  })
  const waitAfter = (attempts: number) => retry.onFailure([new Error('down')], attempts)
  const { waits = [], ranges = [] } = scenario as { waits?: Wait[]; ranges?: Range[] }

  for (const { n, wait, atLeast = wait!, atMost = wait! } of waits) {
    const seen = waitAfter(n)
    expect(seen, `n = ${n}`).toBeGreaterThanOrEqual(atLeast * (1 - 1e-9))
    expect(seen, `n = ${n}`).toBeLessThanOrEqual(atMost * (1 + 1e-9))
  }
  for (const { n, low, high } of ranges) {
    const seen = Array.from({ length: DRAWS }, () => waitAfter(n))
    const [least, most] = [Math.min(...seen), Math.max(...seen)]
    expect(least, `n = ${n}`).toBeGreaterThanOrEqual(low)
    expect(most, `n = ${n}`).toBeLessThanOrEqual(high)
    expect(least, `n = ${n} comes near its lower end`).toBeLessThan(low + 0.02 * (high - low) + 1e-9)
    expect(most, `n = ${n} comes near its upper end`).toBeGreaterThan(high - 0.02 * (high - low) - 1e-9)
  }
})

it('has scenarios', () => expect(vectors.scenarios).toHaveLength(536))
