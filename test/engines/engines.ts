// All the ways in which one site can be run. A scenario must give the same trace in each.
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import type { Engine } from '@resilience4cata/testing/run-scenario'
import type { TransformOptions } from 'esbuild'
import { evaluate } from './evaluate.ts'

const LEGACY: TransformOptions = { tsconfigRaw: { compilerOptions: { experimentalDecorators: true } } }
const MINIFIED: TransformOptions = { minify: true, keepNames: true }

const interpreted = (lower?: TransformOptions): Engine => (source, scenario) => evaluate(source, scenario, lower)

const compiled = (options: Partial<CompileOptions>, lower?: TransformOptions): Engine => (source, scenario) => {
  const { code, diagnostics } = compile(source, { id: '/project/src/scenario.ts', root: '/project', packageName: '@acme/shop', ...options })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return evaluate(code, scenario, lower)
}

export const engines: Readonly<Record<string, Engine>> = {
  'interpreted': interpreted(),
  'interpreted, legacy decorators': interpreted(LEGACY),
  'interpreted, minified': interpreted(MINIFIED),
  'compiled': compiled({}),
  'compiled, legacy decorators': compiled({ decorators: 'legacy' }, LEGACY),
  'compiled, pretty': compiled({ layout: 'pretty' }),
  'compiled, minified': compiled({}, MINIFIED),
}
