import { createRollupPlugin, type UnpluginInstance } from 'unplugin'
import type { Options } from './options.ts'
import { factory } from './unplugin.ts'

/** `rollup.config.js`: `plugins: [resilience4cata(), …]`, before the plugin that strips types */
const plugin: UnpluginInstance<Options | undefined>['rollup'] = createRollupPlugin(factory)

export default plugin
// what `require` gives in a CommonJS config
export { plugin as 'module.exports' }
export type { Options }
