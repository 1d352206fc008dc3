import { cloudflare } from '@cloudflare/vite-plugin'
import resilience4cata from 'unplugin-resilience4cata/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [resilience4cata(), cloudflare({ inspectorPort: false })] })
