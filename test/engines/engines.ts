// All the ways in which one site can be run. A scenario must give the same trace in each.
import type { Engine } from '@resilience4cata/testing/run-scenario'
import { evaluate } from './evaluate.ts'

export const engines: Readonly<Record<string, Engine>> = {
  'interpreted': (source, scenario) => evaluate(source, scenario),
  'interpreted, legacy decorators': (source, scenario) => evaluate(source, scenario, { tsconfigRaw: { compilerOptions: { experimentalDecorators: true } } }),
  'interpreted, minified': (source, scenario) => evaluate(source, scenario, { minify: true, keepNames: true }),
}
