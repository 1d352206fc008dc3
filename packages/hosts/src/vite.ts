import { createVitePlugin, type UnpluginInstance } from 'unplugin'
import type { Plugin } from 'vite'
import type { Options } from './options.ts'
import { factory } from './unplugin.ts'
import { inWorkers } from './vite/in-workers.ts'
import { leftInDevelopment } from './vite/left-in-development.ts'

const create: UnpluginInstance<Options | undefined>['vite'] = createVitePlugin(factory)

/** `vite.config.ts`: `plugins: [resilience4cata()]` */
const plugin = (options?: Options): Plugin[] => [create(options), inWorkers(() => create(options)), leftInDevelopment()].flat()

export default plugin
// what `require` gives in a CommonJS config
export { plugin as 'module.exports' }
export type { Options }
