// A module's text as a program: lowered by esbuild, evaluated with the real packages behind its imports.
import { transform, type TransformOptions } from 'esbuild'
import ts from 'typescript'
import { realm } from '@resilience4cata/core/run/realm'
import * as face from '@resilience4cata/policies/index'
import * as generated from '@resilience4cata/policies/generated'
import { rooms } from '@resilience4cata/policies/rooms'
import { installKit } from '@resilience4cata/runtime/configuration/kit'
import * as testing from '@resilience4cata/testing/index'

export async function evaluate(source: string, scenario: object, options: TransformOptions = {}): Promise<Readonly<Record<string, any>>> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'es2022', sourcefile: 'scenario.ts', ...options })
  // imports and exports only: esbuild's CommonJS has no top-level await
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } })
  const modules: Record<string, object> = { resilience4cata: face, 'resilience4cata/generated': generated, 'resilience4cata/testing': testing, scenario }
  const exports = {}
  const require = (specifier: string) => {
    // its import is its effect, on the realm of the day
    if (specifier === 'resilience4cata/configuration') return void installKit(realm(), rooms)
    return modules[specifier] ?? fail(`no module ${specifier} in a scenario`)
  }
  await new AsyncFunction('exports', 'require', outputText)(exports, require)
  return exports
}

const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...args: unknown[]) => Promise<void>

function fail(message: string): never { throw new Error(message) }
