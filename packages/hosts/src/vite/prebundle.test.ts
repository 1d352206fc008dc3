import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveConfig, type InlineConfig } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import vitePlugin from '../vite.ts'

/** A project where the runtime lies in this folder of it. */
function project(at: string): string {
  const root = mkdtempSync(join(tmpdir(), 'r4c-prebundle-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, at), { recursive: true })
  writeFileSync(join(root, at, 'package.json'), '{ "name": "resilience4cata", "exports": { "./generated": "./generated.js" } }')
  writeFileSync(join(root, at, 'generated.js'), '')
  return root
}

const included = async (root: string, config: InlineConfig = {}): Promise<string[]> =>
  (await resolveConfig({ root, configFile: false, logLevel: 'silent', plugins: [vitePlugin()], ...config }, 'serve')).optimizeDeps.include ?? []

test('Vite bundles what generated code imports from the start', async () => {
  const root = project('node_modules/resilience4cata')
  expect(await included(root)).toEqual(['resilience4cata/generated'])
  expect(await included(root, { optimizeDeps: { include: ['react'] } })).toEqual(expect.arrayContaining(['react', 'resilience4cata/generated']))
})

test('but not where the user has it otherwise', async () => {
  const root = project('node_modules/resilience4cata')
  expect(await included(root, { optimizeDeps: { exclude: ['resilience4cata'] } })).toEqual([])
  expect(await included(root, { optimizeDeps: { exclude: ['resilience4cata/generated'] } })).toEqual([])
  expect(await included(root, { optimizeDeps: { noDiscovery: true } })).toEqual([])
})

test('nor where it is linked, or not there', async () => {
  const root = project('packages/resilience4cata')
  expect(await included(root)).toEqual([])
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(root, 'packages/resilience4cata'), join(root, 'node_modules/resilience4cata'), 'junction')
  expect(await included(root)).toEqual([])
})
