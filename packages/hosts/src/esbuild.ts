import { createEsbuildPlugin, type UnpluginInstance } from 'unplugin'
import type { Options } from './options.ts'
import { factory } from './unplugin.ts'

/** `esbuild.build({ plugins: [resilience4cata()] })`, first in the list: esbuild lets one plugin load a file */
const plugin: UnpluginInstance<Options | undefined>['esbuild'] = createEsbuildPlugin(factory)

export default plugin
// what `require` gives in a CommonJS config
export { plugin as 'module.exports' }
export type { Options }
