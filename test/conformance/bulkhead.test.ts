// Replays what Resilience4j's SemaphoreBulkhead did, step by step.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { room } from '@resilience4cata/policies/bulkhead/index'
import type { Bulkhead } from '@resilience4cata/policies/bulkhead/runtime'
import { LoneLayer } from '@resilience4cata/testing/lone-layer'

interface Expected { readonly admitted?: boolean; readonly inUse?: number }
interface Step { readonly acquire?: 1; readonly release?: 1; readonly reconfigure?: object; readonly expect?: Expected }
interface Scenario { readonly id: string; readonly config: object; readonly steps: readonly Step[] }

const { scenarios } = JSON.parse(readFileSync(new URL('./bulkhead.json', import.meta.url), 'utf8')) as { readonly scenarios: readonly Scenario[] }

it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('a bulkhead does what Resilience4j does: %s', (id, { config, steps }) => {
  const layer = new LoneLayer<Bulkhead>(room, config)
  const { instance } = layer
  instance.ready()
  const slots: number[] = []
  for (const [i, step] of steps.entries()) {
    let admitted: boolean | undefined
    if (step.reconfigure) layer.configure(step.reconfigure)
    if (step.release) instance.release(slots.pop()!)
    if (step.acquire) {
      const slot = instance.acquire()
      admitted = slot >= 0
      if (admitted) slots.push(slot)
    }
    const seen = { ...(admitted !== undefined && { admitted }), inUse: instance.inUse }
    expect(seen, `${id} step ${i}`).toMatchObject(step.expect ?? {})
  }
})

it('in 30 scenarios', () => expect(scenarios).toHaveLength(30))
