// Looks at what the compiler gives, independently of how it makes it.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as TypeScript from 'typescript'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Segments of a map as offsets. */
export function originalPositions(mappings: string, code: string, source: string): { generated: number; original: number }[] {
  const starts = (text: string) => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const generatedLines = starts(code), sourceLines = starts(source)
  let line = 0, column = 0
  return mappings.split(';').flatMap((segments, generatedLine) => {
    let generatedColumn = 0
    return segments.split(',').filter(Boolean).map((segment) => {
      const [dc, , dl, dcol] = decode(segment)
      generatedColumn += dc!
      line += dl!
      column += dcol!
      return { generated: generatedLines[generatedLine]! + generatedColumn, original: sourceLines[line]! + column }
    })
  })
}

function decode(segment: string): number[] {
  const numbers: number[] = []
  let value = 0, shift = 0
  for (const char of segment) {
    const digit = DIGITS.indexOf(char)
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1)
    value = shift = 0
  }
  return numbers
}

const STRICT = { strict: true, noImplicitReturns: true, noUnusedLocals: true, noUnusedParameters: true, exactOptionalPropertyTypes: true, noImplicitOverride: true, allowUnreachableCode: false }

/** What the type checker says about files that exist only here. */
export function typeErrors(files: ReadonlyMap<string, string>, ts: typeof TypeScript): string[] {
  const door = (name: string) => fileURLToPath(new URL(`../../packages/policies/src/${name}.ts`, import.meta.url))
  const options: TypeScript.CompilerOptions = {
    ...STRICT, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'], types: [],
    paths: { resilience4cata: [door('index')], 'resilience4cata/generated': [door('generated')] },
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (file) => files.get(file) ?? readFile(file)
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.getSourceFile = (file, language) => (files.has(file) ? ts.createSourceFile(file, files.get(file)!, language) : getSourceFile(file, language))
  const program = ts.createProgram([...files.keys()].map((file) => join(file)), options, host)
  return [...files.keys()].flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).concat(program.getSyntacticDiagnostics(program.getSourceFile(file)))).map(({ file, start, messageText }) => {
    const { line } = file!.getLineAndCharacterOfPosition(start!)
    return `${file!.fileName.split('/').at(-1)}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}
