// What every shell does with a file: find out what holds for it, call the compiler. Nothing is decided here.
import { compile, type CompileResult } from '@resilience4cata/compiler/index'
import { fileOf } from '@resilience4cata/core/build/file-of'
import { compileComponent, isComponent } from './component.ts'
import type { Options } from './options.ts'
import { settingsFinder, type Asked, type Settings } from './settings.ts'

export type FileCompiler = (code: string, id: string, asked?: Asked) => CompileResult | undefined

/** A compiler of files that remembers packages and tsconfigs for as long as it lives. `undefined`: the file is the product's own. */
export function fileCompiler(options: Options): FileCompiler {
  const settingsOf = settingsFinder(options)
  return (code, id, asked) => {
    const settings = settingsOf(id, asked)
    return settings && compileFile(code, id, settings)
  }
}

export function compileFile(code: string, id: string, settings: Settings): CompileResult {
  const file = fileOf(id)
  if (!isComponent(file, code)) return compile(code, { id, ...settings })
  // Svelte prints comments where they don't belong; and scripts of components are run for all that is in them
  const result = compileComponent(code, (text, language) => compile(text, { id: `${file}?lang.${language}`, ...settings, pure: false }), { id: file, ...settings })
  return isForBlock(id) ? { ...result, diagnostics: [] } : result
}

// vue-loader asks for the whole file again for each of its blocks; what is to be said of the file has been said
const isForBlock = (id: string): boolean => /\?(?:.*&)?type=/.test(id)
