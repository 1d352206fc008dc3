// Replays what Resilience4j's AtomicRateLimiter did, step by step, against `window: 'fixed'`.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { room, type RateLimitExceededError } from '@resilience4cata/policies/rate-limiter/index'
import type { RateLimiter } from '@resilience4cata/policies/rate-limiter/runtime'
import { LoneLayer } from '@resilience4cata/testing/lone-layer'

interface Expected { readonly admitted?: boolean; readonly waitMs?: number; readonly retryAfterMs?: number; readonly available?: number; readonly waiting?: number }
interface Step { readonly advance?: number; readonly acquire?: 1; readonly reconfigure?: object; readonly expect?: Expected }
interface Scenario { readonly id: string; readonly config: object; readonly steps: readonly Step[] }

const { scenarios } = JSON.parse(readFileSync(new URL('./rate-limiter.json', import.meta.url), 'utf8')) as { readonly scenarios: readonly Scenario[] }
const groupOf = ({ id }: Scenario) => id.replace(/-\d+$/, '')

async function replay({ id, config, steps }: Scenario): Promise<number> {
  const layer = new LoneLayer<RateLimiter>(room, config)
  const calls: Promise<void>[] = []
  for (const [i, step] of steps.entries()) {
    const where = `${id} step ${i}`
    if (step.advance !== undefined) await layer.advance(step.advance)
    if (step.reconfigure) layer.configure(step.reconfigure)
    const { admitted, waitMs, retryAfterMs, ...shown } = step.expect ?? {}
    if (step.acquire) {
      const asked = layer.clock.now()
      // who waits is asked once it has its permit
      calls.push(layer.call(() => layer.clock.now() - asked).then(
        (waited) => expect([true, waited], where).toEqual([admitted, waitMs]),
        (error: RateLimitExceededError) => {
          expect(admitted, where).toBe(false)
          expect(error.retryAfterMs, where).toBeCloseTo(retryAfterMs!, 3)
        },
      ))
    }
    expect(layer.snapshot, where).toMatchObject(shown)
  }
  await layer.advance(1e9)
  await Promise.all(calls)
  return calls.length
}

describe('a rate limiter does what Resilience4j does', () => {
  it.each([...new Set(scenarios.map(groupOf))])('%s', async (group) => {
    const members = scenarios.filter((scenario) => groupOf(scenario) === group)
    let compared = 0
    for (const scenario of members) compared += await replay(scenario)
    expect(compared).toBeGreaterThan(members.length)
  })

  it('in 102 scenarios', () => expect(scenarios).toHaveLength(102))
})
