import { describe, expect, it } from 'vitest'
import { rooms } from '@resilience4cata/policies/rooms'
import { runScenario } from '@resilience4cata/testing/run-scenario'
import type { Scenario } from '@resilience4cata/testing/scenario'
import { compare } from '../engines/compare.ts'
import { engines } from '../engines/engines.ts'

/** Each scenario by every engine, under what it is called here. */
export function byEveryEngine(scenarios: readonly (readonly [string, Scenario])[]): void {
  describe.each(Object.entries(engines))('%s', (_, engine) => {
    it.each(scenarios)('%s', async (_title, scenario) => {
      const runs = await runScenario(scenario, engine, rooms)
      expect(runs.size).toBeGreaterThan(0)
      for (const [subject, one] of runs) compare(subject, one, scenario.expected)
    })
  })
}
