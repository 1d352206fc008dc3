import { join } from 'node:path'
import type { NextConfig } from 'next'
import resilience4cata from 'unplugin-resilience4cata/webpack'

// where the packages are installed
const root = join(process.cwd(), '../..')

export default {
  outputFileTracingRoot: root,
  productionBrowserSourceMaps: true,
  turbopack: { root, rules: { '*.{ts,tsx}': { loaders: ['unplugin-resilience4cata/loader'] } } },
  webpack(config) {
    config.plugins.push(resilience4cata())
    return config
  },
} satisfies NextConfig
