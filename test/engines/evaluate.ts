// A module's text as a program: lowered by esbuild, evaluated with the real packages behind its imports.
import { transform, type TransformOptions } from 'esbuild'
import * as face from '@resilience4cata/policies/index'
import * as generated from '@resilience4cata/policies/generated'

export async function evaluate(source: string, scenario: object, options: TransformOptions = {}): Promise<Readonly<Record<string, any>>> {
  const { code } = await transform(source, { loader: 'ts', format: 'cjs', target: 'es2022', sourcefile: 'scenario.ts', ...options })
  const modules: Record<string, object> = { resilience4cata: face, 'resilience4cata/generated': generated, scenario }
  const module = { exports: {} }
  const require = (specifier: string) => modules[specifier] ?? fail(`no module ${specifier} in a scenario`)
  new Function('module', 'exports', 'require', code)(module, module.exports, require)
  return module.exports
}

function fail(message: string): never { throw new Error(message) }
