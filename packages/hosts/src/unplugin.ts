// The one plugin behind all bundlers. Before everything else (`pre`), so that it sees what the user wrote.
import type { UnpluginFactory } from 'unplugin'
import { keeping } from './kept.ts'
import { lazyCompiler } from './lazy-compiler.ts'
import { LeftDecorators } from './left-decorators.ts'
import { listOf, SCRIPT, wordsOf, type Options } from './options.ts'
import { report, reporterOf } from './report.ts'
import { asJavaScript, isLowered, isUsed, LOWERED, type RollupInput } from './rollup/typescript-plugin.ts'
import { prebundle } from './vite/prebundle.ts'
import { Readers } from './vite/readers.ts'
import { isBuiltWithoutMaps } from './vite/without-maps.ts'
import { loadBy, withWanted } from './wanted.ts'
import { isAsset } from './webpack/assets.ts'

// Rollup's and Vite's; the type of unplugin doesn't know it, and it hands it on
const FIRST: object = { order: 'pre' }

export const factory: UnpluginFactory<Options | undefined, false> = (options = {}, meta) => {
  let compileFile = lazyCompiler(options)
  let isStripped = false, told = false
  const readers = new Readers(), left = new LeftDecorators()
  // esbuild, webpack and rspack collect what they are told; the others stop at the first error, so there all of a file's are said at once
  const collects = ['esbuild', 'webpack', 'rspack', 'bun'].includes(meta.framework)
  return {
    name: 'resilience4cata',
    enforce: 'pre',
    // package.json and tsconfig.json may have changed since the last round of watching
    buildStart(input?: RollupInput) {
      compileFile = lazyCompiler(options)
      isStripped = isUsed(input)
      told = false
    },
    buildEnd() { left.tell(this) },
    esbuild: { onLoadFilter: /\.[cm]?[jt]sx?$/ },
    vite: { ...prebundle, ...readers.plugin },
    ...keeping(options),
    transform: {
      // before what comes before everything, too: Astro puts its own compiler in front of its users' plugins
      ...FIRST,
      filter: {
        id: { include: listOf(options.include ?? SCRIPT), exclude: listOf(options.exclude ?? []) },
        code: { include: wordsOf(options) },
      },
      async handler(code, id) {
        if (isAsset(this)) return null
        if (isStripped && !told && (told = isLowered(code))) this.warn(LOWERED)
        const withoutMap = isBuiltWithoutMaps(this)
        const result = await withWanted((text, file, asked) => compileFile(text, file, { ...asked, withoutMap }), code, isStripped ? asJavaScript(id) : id, loadBy(this, readers))
        if (!result) return null
        report(reporterOf(this), result.diagnostics, id, collects)
        if (result.code === code) return null
        left.note(id, result.code)
        return { code: result.code, map: withoutMap ? null : { ...result.map! } }
      },
    },
  }
}
