// What a host does that has a text and nothing else: no resolver, no way to collect mistakes.
import type { CompileResult } from '@resilience4cata/compiler/index'
import { fileOf } from '@resilience4cata/core/build/file-of'
import { Wants } from './wants.ts'
import { fileCompiler } from './compile-file.ts'
import { wordsOf, type Options } from './options.ts'
import { readModules } from './resolve-file.ts'
import type { Asked } from './settings.ts'

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
