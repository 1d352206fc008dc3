// The one plugin behind all bundlers. Before everything else (`pre`), so that it sees what the user wrote.
import type { Diagnostic } from '@resilience4cata/compiler/index'
import type { UnpluginBuildContext, UnpluginContext, UnpluginFactory } from 'unplugin'
import { fileCompiler } from './compile-file.ts'
import { listOf, SCRIPT, wordsOf, type Options } from './options.ts'
import { loadWanted } from './wanted.ts'

export const factory: UnpluginFactory<Options | undefined, false> = (options = {}, meta) => {
  let compileFile = fileCompiler(options)
  // esbuild, webpack and rspack collect what they are told; the others stop at the first error, so there all of a file's are said at once
  const collects = ['esbuild', 'webpack', 'rspack', 'bun'].includes(meta.framework)
  return {
    name: 'resilience4cata',
    enforce: 'pre',
    // package.json and tsconfig.json may have changed since the last round of watching
    buildStart: () => void (compileFile = fileCompiler(options)),
    esbuild: { onLoadFilter: /\.[cm]?[jt]sx?$/ },
    transform: {
      filter: {
        id: { include: listOf(options.include ?? SCRIPT), exclude: listOf(options.exclude ?? []) },
        code: { include: wordsOf(options) },
      },
      async handler(code, id) {
        let result = compileFile(code, id)
        if (result?.wants.length) result = compileFile(code, id, { modules: await loadWanted(this, id, result.wants) })
        if (!result) return null
        report(reporterOf(this), result.diagnostics, id, collects)
        return result.map ? { code: result.code, map: { ...result.map } } : null
      },
    },
  }
}

interface Said { readonly message: string; readonly id: string; readonly loc: { readonly file: string; readonly line: number; readonly column: number } }
interface Reporter { warn(said: Said): void; error(said: Said): void }

/** Farm's own side is native and takes text; unplugin would hand it an object, and it dies of that. */
function reporterOf(host: UnpluginContext & UnpluginBuildContext): Reporter {
  const native = host.getNativeBuildContext?.()
  if (native?.framework !== 'farm') return host
  return {
    warn: ({ message }) => native.context.warn(message),
    // it prints the message and the stack, and the message stands in the stack
    error: ({ message }) => { throw Object.assign(new Error(message), { stack: '' }) },
  }
}

function report(reporter: Reporter, diagnostics: readonly Diagnostic[], id: string, collects: boolean): void {
  const said = ({ line, column, message }: Diagnostic): Said => ({ message, id, loc: { file: id, line, column } })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const diagnostic of diagnostics) if (diagnostic.severity !== 'error') reporter.warn(said(diagnostic))
  const first = errors[0]
  if (!first) return
  if (collects) for (const error of errors) reporter.error(said(error))
  else reporter.error({ ...said(first), message: errors.map(({ message }) => message).join('\n\n') })
}
