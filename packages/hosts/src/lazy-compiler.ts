// The compiler for hosts that can wait: it is loaded for the first file that has to do with us and whose result isn't there from an earlier run.
import process from 'node:process'
import { BUILD } from './build.ts'
import { EarlierResults, folderIn, type Result } from './earlier-results.ts'
import type { Options } from './options.ts'
import { settingsFinder, type Asked } from './settings.ts'

/** `withoutMap`: none is asked for. */
export type LazyCompiler = (code: string, id: string, asked?: Asked & { readonly withoutMap?: boolean }) => Promise<Result | undefined>

/** As `fileCompiler`. */
export function lazyCompiler(options: Options, earlier: EarlierResults | undefined = options.cache === false ? undefined : earlierResults()): LazyCompiler {
  const settingsOf = settingsFinder(options)
  return async (code, id, { withoutMap = false, ...asked } = {}) => {
    const settings = settingsOf(id, asked)
    if (!settings) return undefined
    const found = earlier?.find(code, id, settings, !withoutMap)
    if (found) return found
    const { compileFile } = await import('./compile-file.ts')
    const result = compileFile(code, id, settings)
    earlier?.keep(result, code, id, settings, !withoutMap)
    return result
  }
}

function earlierResults(): EarlierResults | undefined {
  if (BUILD === undefined) return undefined
  const folder = folderIn(process.cwd())
  return folder === undefined ? undefined : new EarlierResults(folder, BUILD)
}
