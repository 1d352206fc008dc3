// webpack and Rspack send a file through all loaders of its name, also where it is asked for as text: `import text from './shop.ts?raw'`.
import type { UnpluginBuildContext } from 'unplugin'

/** `asset/source` and its kin hand a file on as it stands. */
export function isAsset(host: UnpluginBuildContext): boolean {
  const native = host.getNativeBuildContext?.()
  if (native?.framework !== 'webpack' && native?.framework !== 'rspack') return false
  return native.loaderContext?._module?.type.startsWith('asset') === true
}
