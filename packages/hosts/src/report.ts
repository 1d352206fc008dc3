// Diagnostics to a bundler, each once, with the place in the text: not every host shows `loc`.
import type { Diagnostic } from '@resilience4cata/compiler/index'
import type { UnpluginBuildContext, UnpluginContext } from 'unplugin'

interface Said { readonly message: string; readonly id: string; readonly loc: { readonly file: string; readonly line: number; readonly column: number } }
interface Reporter { warn(said: Said): void; error(said: Said): void }

/** Farm's own side is native and takes text; unplugin would hand it an object, and it dies of that. */
export function reporterOf(host: UnpluginContext & UnpluginBuildContext): Reporter {
  const native = host.getNativeBuildContext?.()
  if (native?.framework !== 'farm') return host
  return {
    warn: ({ message }) => native.context.warn(message),
    // it prints the message and the stack, and the message stands in the stack
    error: ({ message }) => { throw Object.assign(new Error(message), { stack: '' }) },
  }
}

/** `collects`: the host goes on after an error, and tells of all of them. */
export function report(reporter: Reporter, diagnostics: readonly Diagnostic[], id: string, collects: boolean): void {
  const said = ({ line, column, message }: Diagnostic): Said => ({ message, id, loc: { file: id, line, column } })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const diagnostic of diagnostics) if (diagnostic.severity !== 'error') reporter.warn(said(diagnostic))
  const first = errors[0]
  if (!first) return
  if (collects) for (const error of errors) reporter.error(said(error))
  else reporter.error({ ...said(first), message: errors.map(({ message }) => message).join('\n\n') })
}
