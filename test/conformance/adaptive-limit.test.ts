// Replays what Netflix's AIMDLimit did, step by step. How fast a limit that is used grows is ours; the vectors leave it out.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { room } from '@resilience4cata/policies/adaptive-limit/index'
import { latencyStart } from '@resilience4cata/policies/adaptive-limit/latency'
import type { AdaptiveLimit } from '@resilience4cata/policies/adaptive-limit/runtime'
import { LoneLayer } from '@resilience4cata/testing/lone-layer'

interface Step { readonly call: 'success' | 'drop'; readonly durationMs: number; readonly inFlight: number; readonly times?: number; readonly expect: { readonly limit: number } }
interface Scenario { readonly id: string; readonly config: object; readonly steps: readonly Step[] }

const { scenarios } = JSON.parse(readFileSync(new URL('./adaptive-limit.json', import.meta.url), 'utf8')) as { readonly scenarios: readonly Scenario[] }
const OVERLOAD = Object.assign(new Error(), { code: 'R4C_CALL_TIMEOUT' })

it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('an adaptive limit does what concurrency-limits does: %s', async (id, { config, steps }) => {
  const layer = new LoneLayer<AdaptiveLimit>(room, config)
  const { instance } = layer
  instance.ready()
  for (const [i, step] of steps.entries()) {
    for (let n = step.times ?? 1; n > 0; n--) {
      // the others are in flight while this one is admitted, and say nothing of their own
      const others = Array.from({ length: step.inFlight - 1 }, () => instance.acquire())
      const startedAt = latencyStart(instance)
      const permit = instance.acquire()
      others.forEach((other) => instance.onCancelled(other))
      await layer.advance(step.durationMs)
      if (step.call === 'success') instance.onSuccess(permit, startedAt)
      else instance.onFailure(permit, OVERLOAD)
    }
    expect([instance.limit, instance.inFlight], `${id} step ${i}`).toEqual([step.expect.limit, 0])
  }
})

it('in 40 scenarios', () => expect(scenarios).toHaveLength(40))
