import { svelte } from '@sveltejs/vite-plugin-svelte'
import resilience4cata from 'unplugin-resilience4cata/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [resilience4cata(), svelte()] })
