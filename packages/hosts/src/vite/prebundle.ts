// In development Vite bundles packages before it serves them. It finds them by reading sources, and only what we emit imports this one: found late, it would have every page loaded anew.
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Plugin, UserConfig } from 'vite'

const GENERATED = 'resilience4cata/generated'

export const prebundle: Pick<Plugin, 'config'> = {
  config: (user) => (isBundled(user) ? { optimizeDeps: { include: [GENERATED] } } : undefined),
}

function isBundled({ root = '', optimizeDeps: { exclude = [], noDiscovery } = {} }: UserConfig): boolean {
  if (noDiscovery || exclude.some((id) => GENERATED === id || GENERATED.startsWith(`${id}/`))) return false
  try {
    // by itself Vite bundles no package that is linked from elsewhere
    return /[\\/]node_modules[\\/]/.test(createRequire(resolve(root, 'index.js')).resolve(GENERATED))
  } catch {
    return false
  }
}
