// A module's text as a program, with the real packages behind its imports.
import type { TransformOptions } from 'esbuild'
import { realm } from '@resilience4cata/core/run/realm'
import * as face from '@resilience4cata/policies/index'
import * as generated from '@resilience4cata/policies/generated'
import { rooms } from '@resilience4cata/policies/rooms'
import * as config from '@resilience4cata/runtime/config/index'
import { installKit } from '@resilience4cata/runtime/configuration/kit'
import * as http from '@resilience4cata/runtime/http/index'
import * as testing from '@resilience4cata/testing/index'
import { lower } from './lower.ts'

export async function evaluate(source: string, scenario: object, options: TransformOptions = {}): Promise<Readonly<Record<string, any>>> {
  return await run(await lower(source, options), scenario)
}

/** Runs a script in CommonJS. */
export async function run(script: string, scenario: object): Promise<Readonly<Record<string, any>>> {
  const modules: Record<string, object> = {
    resilience4cata: face, 'resilience4cata/config': config, 'resilience4cata/generated': generated, 'resilience4cata/http': http, 'resilience4cata/testing': testing, scenario,
  }
  const exports = {}
  const require = (specifier: string) => {
    // its import is its effect, on the realm of the day
    if (specifier === 'resilience4cata/configuration') return void installKit(realm(), rooms)
    return modules[specifier] ?? fail(`no module ${specifier} in a scenario`)
  }
  await new AsyncFunction('exports', 'require', script)(exports, require)
  return exports
}

const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...args: unknown[]) => Promise<void>

function fail(message: string): never { throw new Error(message) }
