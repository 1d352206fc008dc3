// A loader for hosts that run webpack's loaders but none of its plugins: Turbopack.
import type { SourceMap } from '@resilience4cata/compiler/index'
import { textCompiler } from './compile-text.ts'
import { DiagnosticError, insist } from './insist.ts'
import { composed, parsed } from './maps.ts'
import type { TextOptions } from './options.ts'

/** As much of a loader's context as is asked for. */
export interface LoaderContext {
  readonly resourcePath: string
  getOptions?(): TextOptions
  callback(error: Error | null, code?: string, map?: SourceMap): void
  addDependency?(file: string): void
  emitWarning?(warning: Error): void
}

/** `next.config.ts`: `turbopack: { rules: { '*.{ts,tsx}': { loaders: ['unplugin-resilience4cata/loader'] } } }` */
export default function loader(this: LoaderContext, source: string, earlier?: string | object | null): void {
  try {
    const compiled = textCompiler(this.getOptions?.() ?? {})(source, this.resourcePath)
    for (const file of compiled?.read ?? []) this.addDependency?.(file)
    if (compiled) insist(compiled.result, (message) => this.emitWarning?.(new DiagnosticError(message)))
    const map = compiled?.result.map
    if (map) this.callback(null, compiled.result.code, composed({ ...map, sources: [this.resourcePath] }, parsed(earlier)))
    else this.callback(null, source, parsed(earlier))
  } catch (error) {
    this.callback(error as Error)
  }
}

export { loader as 'module.exports' }
