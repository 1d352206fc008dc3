// Part of the program that runs in each runtime: plays all scenarios, and what a platform itself is asked for, and says what came of it.
import { rooms } from '@resilience4cata/policies/rooms'
import { realm } from '@resilience4cata/core/run/realm'
import { installKit } from '@resilience4cata/runtime/configuration/kit'
import { runScenario } from '@resilience4cata/testing/run-scenario'
import type { Scenario } from '@resilience4cata/testing/scenario'
import * as face from 'resilience4cata'
import * as generated from 'resilience4cata/generated'
import type { AsyncContext, Checks } from './platform.ts'

/** A module as a function: what it exports goes into the one, what it imports comes from the other. */
type Module = (exports: object, require: (specifier: string) => unknown) => Promise<void>

export interface Played { readonly scenario: Scenario; readonly engines: Readonly<Record<string, Module>> }

export interface Result {
  /** By `room: title | engine | export`. */
  readonly runs: Readonly<Record<string, { readonly trace: readonly string[]; readonly snapshot: object }>>
  /** By engine: what the platform's own clock, timers and signals made of it. */
  readonly checks: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The warnings of all runs. */
  readonly warnings: readonly string[]
  /** What this runtime can't do, in words. */
  readonly cant: readonly string[]
}

/** `context`: the runtime's AsyncLocalStorage, if it has one. */
export async function play(scenarios: Readonly<Record<string, Played>>, platforms: Readonly<Record<string, Checks>>, context?: AsyncContext): Promise<Result> {
  const warnings: string[] = []
  const { warn } = console
  console.warn = (...words: unknown[]) => void warnings.push(words.join(' '))
  const runs = await playAll(scenarios)
  const checks: Record<string, Record<string, unknown>> = {}
  for (const [engine, all] of Object.entries(platforms)) {
    for (const [name, check] of Object.entries(all)) (checks[engine] ??= {})[name] = await check(context)
  }
  console.warn = warn
  return { runs, checks, warnings, cant: cant(context) }
}

async function playAll(scenarios: Readonly<Record<string, Played>>): Promise<Result['runs']> {
  const runs: Record<string, Result['runs'][string]> = {}
  for (const [title, { scenario, engines }] of Object.entries(scenarios)) {
    for (const [engine, module] of Object.entries(engines)) {
      const evaluated = async (_source: string, given: object) => await evaluate(module, given)
      for (const [subject, run] of await runScenario(scenario, evaluated, rooms)) runs[`${title} | ${engine} | ${subject}`] = run
    }
  }
  return runs
}

async function evaluate(module: Module, scenario: object): Promise<Record<string, unknown>> {
  const modules: Record<string, object> = { resilience4cata: face, 'resilience4cata/generated': generated, scenario }
  const exports = {}
  await module(exports, (specifier) => {
    // its import is its effect, on the realm of the day
    if (specifier === 'resilience4cata/configuration') return void installKit(realm(), rooms)
    if (!modules[specifier]) throw new Error(`no module ${specifier} in a scenario`)
    return modules[specifier]
  })
  return exports
}

function cant(context: AsyncContext | undefined): string[] {
  return [
    ...(context ? [] : ['has no async context']),
    ...(globalThis.setImmediate ? [] : ['has no setImmediate']),
    ...(makesCode() ? [] : ['makes no code out of text']),
  ]
}

function makesCode(): boolean {
  try {
    return new Function('return true')() as boolean
  } catch {
    return false
  }
}
