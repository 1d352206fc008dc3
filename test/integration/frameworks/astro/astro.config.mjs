import resilience4cata from 'unplugin-resilience4cata/vite'
import { defineConfig } from 'astro/config'
export default defineConfig({ vite: { plugins: [resilience4cata()] } })
