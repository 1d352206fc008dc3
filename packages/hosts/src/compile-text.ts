// What a host does that has a text and nothing else: no resolver, no way to collect mistakes.
import type { CompileResult } from '@resilience4cata/compiler/index'
import { fileOf } from '@resilience4cata/core/build/file-of'
import { Wants } from './wants.ts'
import { fileCompiler, type Asked } from './compile-file.ts'
import { wordsOf, type Options } from './options.ts'
import { readModules } from './resolve-file.ts'

export interface Compiled { readonly result: CompileResult; /** Modules whose bundles went into it. */ readonly read: readonly string[] }

export type TextCompiler = (code: string, file: string, asked?: Omit<Asked, 'modules'>) => Compiled | undefined

/** `undefined`: the text doesn't concern us. */
export function textCompiler(options: Options): TextCompiler {
  const compileFile = fileCompiler(options)
  const words = wordsOf(options)
  return (code, file, asked) => {
    if (!words.some((word) => code.includes(word))) return undefined
    const found = new Wants(fileOf(file))
    let result = compileFile(code, file, asked)
    for (let wants = found.news(result); wants.length > 0; wants = found.news(result)) {
      readModules(found, wants)
      result = compileFile(code, file, { ...asked, modules: found.modules })
    }
    return result && { result, read: found.files }
  }
}

/** Mistakes are thrown, all of a file's at once; hints go where the host tells of warnings. */
export function insist({ diagnostics }: CompileResult, warn: (message: string) => void = console.warn): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const { severity, message } of diagnostics) if (severity !== 'error') warn(message)
  if (errors.length > 0) throw new DiagnosticError(errors.map(({ message }) => message).join('\n\n'))
}

/** What hosts print of an error is its message; the stack would be ours, and nobody's business. */
export class DiagnosticError extends SyntaxError {
  override readonly name = 'resilience4cata'
  override readonly stack = `${this.name}: ${this.message}`
}
