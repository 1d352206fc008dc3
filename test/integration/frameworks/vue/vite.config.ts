import vue from '@vitejs/plugin-vue'
import resilience4cata from 'unplugin-resilience4cata/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [resilience4cata(), vue()] })
