import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // the fixtures of the rooms are its presets
  server: { fs: { allow: ['..'] }, host: '127.0.0.1' },
  build: { target: 'es2022', outDir: 'dist' },
})
