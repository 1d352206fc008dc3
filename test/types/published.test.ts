// The types as they are published, checked from a user's program: by each way of finding them, under libraries older than ours.
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { packages } from '../house/sources.ts'

const doors = Object.keys((JSON.parse(ts.sys.readFile(join(packages, 'resilience4cata/package.json'))!) as { exports: object }).exports).filter((door) => door !== './package.json')

/** What the checker says of a program that uses every door, and of the types behind them. */
function said(options: ts.CompilerOptions): string[] {
  const path = join(import.meta.dirname, 'user.ts')
  const text = doors.map((door, i) => `import * as door${i} from 'resilience4cata${door.slice(1)}'\nexport type Door${i} = typeof door${i}\n`).join('')
  const all: ts.CompilerOptions = { noEmit: true, strict: true, skipLibCheck: false, types: [], ...options }
  const host = ts.createCompilerHost(all)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.getSourceFile = (name, how) => (name === path ? ts.createSourceFile(name, text, how) : getSourceFile(name, how))
  return ts.getPreEmitDiagnostics(ts.createProgram([path], all, host)).map(({ file, messageText }) => `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
}

const { ModuleKind: Module, ModuleResolutionKind: Resolution } = ts

test.each([
  ['bundlers', { module: Module.ESNext, moduleResolution: Resolution.Bundler }],
  ['Node', { module: Module.Node16, moduleResolution: Resolution.Node16 }],
  // what `module: commonjs` means before TypeScript 6
  ['Node before it knew exports', { module: Module.CommonJS, moduleResolution: Resolution.Node10, ignoreDeprecations: '6.0' }],
] satisfies [string, ts.CompilerOptions][])('found as by %s, every door has types that are right by themselves', (_, how) => {
  expect(doors.length).toBeGreaterThan(5)
  expect(said({ ...how, target: ts.ScriptTarget.ES2020, lib: ['lib.es2020.d.ts', 'lib.webworker.d.ts'], exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true })).toEqual([])
})
