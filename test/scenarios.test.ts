import { readdirSync, existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rooms } from '@resilience4cata/policies/rooms'
import { runScenario, type Engine, type Run } from '@resilience4cata/testing/run-scenario'
import type { Scenario } from '@resilience4cata/testing/scenario'
import { compare } from './engines/compare.ts'
import { engines } from './engines/engines.ts'

const ROOMS = new URL('../packages/policies/src/', import.meta.url)

for (const room of readdirSync(ROOMS).filter((name) => existsSync(new URL(`${name}/scenarios.ts`, ROOMS)))) {
  const { scenarios } = (await import(new URL(`${room}/scenarios.ts`, ROOMS).href)) as { scenarios: readonly Scenario[] }
  describe.each(Object.entries(engines))(`${room}, %s`, (_engine, engine) => {
    it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', async (_title, scenario) => {
      const runs = await runScenario(scenario, engine, rooms)
      expect(runs.size).toBeGreaterThan(0)
      for (const [subject, run] of runs) compare(subject, run, scenario.expected)
    })
  })
}

it('notices an engine that differs in one decision', async () => {
  const { scenarios } = await import('@resilience4cata/policies/retry/scenarios')
  const broken: Engine = (source, scenario) => engines['compiled']!(source.replaceAll("delay: '100ms'", "delay: '101ms'"), scenario)
  const [[subject, run]] = [...(await runScenario(scenarios[0]!, broken, rooms))] as [[string, Run]]
  expect(() => compare(subject, run, scenarios[0]!.expected)).toThrow()
})
