// A module's text as a script: types and decorators lowered by esbuild, imports and exports in CommonJS.
import { transform, type TransformOptions } from 'esbuild'
import ts from 'typescript'

export async function lower(source: string, options: TransformOptions = {}): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'es2022', sourcefile: 'scenario.ts', ...options })
  // imports and exports only: esbuild's CommonJS has no top-level await
  return ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } }).outputText
}
