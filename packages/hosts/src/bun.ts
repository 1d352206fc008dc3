import { createBunPlugin, type UnpluginInstance } from 'unplugin'
import { runtimePlugin, type Builder } from './bun/runtime-plugin.ts'
import type { Options } from './options.ts'
import { factory } from './unplugin.ts'

type BunPlugin = UnpluginInstance<Options | undefined>['bun']
// without Bun's own types unplugin's are `any`
type Build = Builder & { readonly config?: object }

const bundling: BunPlugin = createBunPlugin(factory)

/** `Bun.build({ plugins: [resilience4cata()] })`, and in a file that is preloaded: `Bun.plugin(resilience4cata())` */
const plugin: BunPlugin = (options) => {
  const { name, setup } = bundling(options)
  // only a build has a configuration
  return { name, setup: (build: Build) => (build.config ? setup(build) : runtimePlugin(build, options)) }
}

export default plugin
// what `require` gives in a CommonJS config
export { plugin as 'module.exports' }
export type { Options }
