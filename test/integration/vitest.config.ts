import { defineConfig } from 'vitest/config'

export default defineConfig({ root: import.meta.dirname, test: { include: ['**/*.test.ts'], exclude: ['**/node_modules/**', '.users/**'], testTimeout: 240_000, hookTimeout: 240_000 } })
