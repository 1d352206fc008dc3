// Scripts of single-file components: they are within a module that the component's own plugin makes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, here, type } from '../user.ts'

const vite = join(here, 'node_modules/vite/bin/vite.js')

const vue = (lang: string, attempts = 3) => `<script${lang}>
import { resilient } from 'resilience4cata'
import { ref } from 'vue'
const price = ref(0)
const load = resilient({ retry: { maxAttempts: ${attempts}, delay: '1ms' } }, async (sku${lang.includes('ts') ? ': string' : ''}) => {
  const response = await fetch('/prices/' + sku)
  if (!response.ok) throw new Error('closed')
  price.value = await response.json()
})
</script>
<template><button @click="load('tea')">{{ price }}</button></template>
`
const svelte = (lang: string, attempts = 3) => vue(lang, attempts).replace(`import { ref } from 'vue'\n`, '').replace('const price = ref(0)', 'let price = $state(0)').replace('price.value', 'price').replace(/<template>.*/, `<button onclick={() => load('tea')}>{price}</button>`)

const project = (kind: 'vue' | 'svelte', component: string) => folder({
  'package.json': '{ "name": "acme", "private": true, "type": "module" }',
  'vite.config.js': `import resilience4cata from 'unplugin-resilience4cata/vite'
import * as plugin from '${kind === 'vue' ? '@vitejs/plugin-vue' : '@sveltejs/vite-plugin-svelte'}'
export default { plugins: [resilience4cata(), (plugin.svelte ?? plugin.default)()], build: { minify: false, sourcemap: true, lib: { entry: 'src/main.js', formats: ['es'], fileName: 'main' }, rolldownOptions: { external: [/^(vue|svelte|resilience4cata)/] } } }
`,
  'src/main.js': `import App from './App.${kind}'\nexport { App }\n`,
  [`src/App.${kind}`]: component,
})

const scripts = [['vue', ' setup', vue], ['vue', ' setup lang="ts"', vue], ['svelte', '', svelte], ['svelte', ' lang="ts"', svelte]] as const

test.each(scripts)('%s, <script%s>', async (kind, lang, component) => {
  const root = project(kind, component(lang))
  const { status, output } = await type(root, process.execPath, vite, 'build')
  expect({ status, output }).toEqual({ status: 0, output: expect.not.stringContaining('R4C-') })
  const code = readdirSync(join(root, 'dist')).filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(root, 'dist', name), 'utf8')).join('')
  expect(code).toMatch(/for ?\(; ?;\) ?\{?/)
  expect(code).toContain(`acme:src/App.${kind}#`)
  expect(code).not.toMatch(/interpret|resilient\(/)
})

test.each(scripts)('a mistake in %s, <script%s>, is told with its place in the file', async (kind, lang, component) => {
  const root = project(kind, component(lang, 0))
  const { status, output } = await type(root, process.execPath, vite, 'build')
  expect(status).not.toBe(0)
  expect(output.match(/R4C-ATR-003 {2}/g), output).toHaveLength(1)
  const line = component(lang, 0).split('\n').findIndex((text) => text.includes('maxAttempts: 0')) + 1
  expect(output).toContain(`src/App.${kind}:${line}:`)
  expect(output).toContain(`${line} │ const load = resilient({ retry: { maxAttempts: 0`)
})
