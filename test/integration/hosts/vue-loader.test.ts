// Single-file components in webpack: vue-loader cuts a file into blocks and has each run through the loaders again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, type } from '../user.ts'

const component = (attempts: number): string => `<script lang="ts">
import { Fallback } from 'resilience4cata'
class Offers {
  @Fallback('lastKnown')
  async offer(sku: string): Promise<string> { return await Promise.reject(new Error(sku)) }
  lastKnown(sku: string): string { return 'last known of ' + sku }
}
export const offers = new Offers()
</script>
<script setup lang="ts">
import { resilient } from 'resilience4cata'
import { ref } from 'vue'
const price = ref(0)
const load = resilient({ retry: { maxAttempts: ${attempts}, delay: '1ms' } }, async (sku: string): Promise<void> => { price.value = sku.length })
</script>
<template><button @click="load('tea')">{{ price }}</button></template>
`

const project = (attempts: number): string => folder({
  'package.json': '{ "name": "acme", "private": true, "type": "module" }',
  'build.mjs': `import webpack from 'webpack'
import { VueLoaderPlugin } from 'vue-loader'
import resilience4cata from 'unplugin-resilience4cata/webpack'
webpack({
  mode: 'development', devtool: false, context: import.meta.dirname, entry: './src/App.vue', plugins: [resilience4cata(), new VueLoaderPlugin()],
  module: { rules: [{ test: /\\.vue$/, loader: 'vue-loader' }, { test: /\\.ts$/, loader: 'swc-loader', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } } }] },
  externalsType: 'module', externals: [/^(vue|resilience4cata)/], experiments: { outputModule: true }, output: { path: import.meta.dirname + '/out', filename: 'main.mjs', module: true },
}, (error, stats) => {
  console.log(error ?? stats.toString({ all: false, errors: true, warnings: true }))
  process.exitCode = error || stats.hasErrors() ? 1 : 0
})
`,
  'src/App.vue': component(attempts),
})

test('is compiled, in both of its scripts', async () => {
  const root = project(3)
  expect(await type(root, process.execPath, 'build.mjs')).toEqual({ status: 0, output: expect.not.stringContaining('R4C-') })
  const code = readFileSync(join(root, 'out/main.mjs'), 'utf8')
  for (const site of ['Offers.offer', 'load']) expect(code).toContain(`acme:src/App.vue#${site}`)
  expect(code).toMatch(/for ?\(; ?;\)/)
  expect(code).not.toMatch(/interpret\(|guard\(|protect\(|resilient\)?\(/)
})

test('a mistake is told once, with its place in the file', async () => {
  const { status, output } = await type(project(0), process.execPath, 'build.mjs')
  expect(status).toBe(1)
  expect(output.match(/R4C-ATR-003 {2}/g), output).toHaveLength(1)
  expect(output).toContain('src/App.vue:14:')
})
