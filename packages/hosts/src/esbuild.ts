import type { EsbuildPlugin } from 'unplugin'
import { createEsbuildPlugin } from 'unplugin'
import type { Options } from './options.ts'
import { factory } from './unplugin.ts'

const create = createEsbuildPlugin(factory)

/** `esbuild.build({ plugins: [resilience4cata()] })`, first in the list: esbuild lets one plugin load a file */
const plugin = (options?: Options): EsbuildPlugin => {
  const made = create(options)
  return { ...made, setup: (build) => made.setup({ ...build, onLoad: (what, load) => build.onLoad(what, (args) => (isScript(args) ? load(args) : undefined)) }) }
}

/** Not `with { type: 'text' }`. Older ones don't say. */
const isScript = ({ with: attributes }: { readonly with?: Readonly<Record<string, string>> }): boolean => attributes?.['type'] === undefined

export default plugin
// what `require` gives in a CommonJS config
export { plugin as 'module.exports' }
export type { Options }
