// Single-file components: their plugin makes one JavaScript module of a file, script and all. So there is nothing to compile before it, and all of it after.
import type { UnpluginOptions } from 'unplugin'
import { fileCompiler, pathOf } from '../compile-file.ts'
import { listOf, wordsOf, type Options } from '../options.ts'
import { atOrigin } from '../original-places.ts'
import { report } from '../report.ts'
import { withWanted } from '../wanted.ts'
import { Readers } from './readers.ts'

/** Without a query: blocks of their own come as scripts. */
const COMPONENT = /\.(?:vue|svelte|astro)$/

export function components(options: Options = {}): UnpluginOptions {
  let compileFile = fileCompiler(options)
  const readers = new Readers()
  return {
    name: 'resilience4cata:components',
    enforce: 'post',
    buildStart: () => void (compileFile = fileCompiler(options)),
    vite: readers.plugin,
    transform: {
      filter: { id: { include: COMPONENT, exclude: listOf(options.exclude ?? []) }, code: { include: wordsOf(options) } },
      async handler(code, id) {
        // the name says TypeScript, or markup; what is left is JavaScript
        const script = `${pathOf(id)}?lang.js`
        const result = await withWanted(this, code, script, compileFile, readers)
        if (!result) return null
        report(this, atOrigin(this, result.diagnostics, id, options.root), id, false)
        return result.map ? { code: result.code, map: { ...result.map } } : null
      },
    },
  }
}
