// Vite says whether it builds with maps. To make one all the same would be work for nobody: in `lines` no line moves.
import type { Environment } from 'vite'

/** `host`: what a hook has for `this`; Vite's says so since 6. */
export function isBuiltWithoutMaps(host: object): boolean {
  const { environment } = host as { environment?: Pick<Environment, 'config'> }
  return environment?.config.command === 'build' && environment.config.build.sourcemap === false
}
