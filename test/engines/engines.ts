// All the ways in which one site can be run. A scenario must give the same trace in each.
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import type { Engine } from '@resilience4cata/testing/run-scenario'
import type { TransformOptions } from 'esbuild'
import { run } from './evaluate.ts'
import { lower } from './lower.ts'

/** What becomes of a scenario's module: a script in CommonJS. */
type Script = (source: string) => Promise<string>

const LEGACY: TransformOptions = { tsconfigRaw: { compilerOptions: { experimentalDecorators: true } } }
const MINIFIED: TransformOptions = { minify: true, keepNames: true }

const interpreted = (lowering?: TransformOptions): Script => (source) => lower(source, lowering)

const compiled = (options: Partial<CompileOptions>, lowering?: TransformOptions): Script => async (source) => {
  const { code, diagnostics } = compile(source, { id: '/project/src/scenario.ts', root: '/project', packageName: '@acme/shop', ...options })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return await lower(code, lowering)
}

export const scripts = {
  'interpreted': interpreted(),
  'interpreted, legacy decorators': interpreted(LEGACY),
  'interpreted, minified': interpreted(MINIFIED),
  'compiled': compiled({}),
  'compiled, legacy decorators': compiled({ decorators: 'legacy' }, LEGACY),
  'compiled, pretty': compiled({ layout: 'pretty' }),
  'compiled, minified': compiled({}, MINIFIED),
} satisfies Readonly<Record<string, Script>>

export const engines: Readonly<Record<string, Engine>> = Object.fromEntries(
  Object.entries(scripts).map(([name, script]): [string, Engine] => [name, async (source, scenario) => await run(await script(source), scenario)]),
)
