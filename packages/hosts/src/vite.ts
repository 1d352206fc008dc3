import { createVitePlugin, type UnpluginInstance } from 'unplugin'
import type { Options } from './options.ts'
import { factory } from './unplugin.ts'

/** `vite.config.ts`: `plugins: [resilience4cata()]` */
const plugin: UnpluginInstance<Options | undefined>['vite'] = createVitePlugin(factory)

export default plugin
// what `require` gives in a CommonJS config
export { plugin as 'module.exports' }
export type { Options }
