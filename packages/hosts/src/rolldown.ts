import { createRolldownPlugin, type UnpluginInstance } from 'unplugin'
import type { Options } from './options.ts'
import { factory } from './unplugin.ts'

/** `rolldown.config.ts`: `plugins: [resilience4cata()]` */
const plugin: UnpluginInstance<Options | undefined>['rolldown'] = createRolldownPlugin(factory)

export default plugin
// what `require` gives in a CommonJS config
export { plugin as 'module.exports' }
export type { Options }
