import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // the fixtures of the rooms are its presets
  server: { fs: { allow: ['..'] }, host: '127.0.0.1' },
  // found at the first run otherwise, and the page loaded anew for it
  optimizeDeps: { include: ['typescript'] },
  // the compiler in the page, TypeScript in the worker of the simulation: each is what it is
  build: { target: 'es2022', outDir: 'dist', chunkSizeWarningLimit: 4000 },
  worker: { format: 'es' },
})
