// Tried as users would: with the packed packages, in folders of their own, by the commands that they type.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { program, wrongWith } from './program.ts'
import { folder, here, serve, type } from './user.ts'

const bin = (name: string): string => join(here, 'node_modules/.bin', name)
const packed = readdirSync(join(here, '.packed')).map((name) => join(here, '.packed', name))

const viteConfig = `import resilience4cata from 'unplugin-resilience4cata/vite'
export default { plugins: [resilience4cata()], build: { sourcemap: true } }
`
const page = '<!doctype html><script type="module" src="/src/main.ts"></script>\n'

/** Runs what Vite built as the browser would, but for the page. */
async function runBuilt(root: string): Promise<string> {
  const assets = join(root, 'dist/assets')
  const script = readdirSync(assets).find((name) => name.endsWith('.js'))!
  const code = readFileSync(join(assets, script), 'utf8')
  // the preload helper at the top of Vite's entries asks for a document
  writeFileSync(join(root, 'document.mjs'), 'globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) }\n')
  expect(code).not.toMatch(/@Retry|@Fallback/)
  const { status, output } = await type(root, process.execPath, '--enable-source-maps', '--import', './document.mjs', join(assets, script))
  expect({ status, output }).toEqual({ status: 0, output: expect.anything() })
  return output
}

test('an empty folder, two lines of Vite config: build and dev', async () => {
  const root = folder({ ...program('standard'), 'index.html': page, 'vite.config.js': viteConfig }, tmpdir())
  expect(await type(root, 'npm', 'install', '--no-audit', '--no-fund', '-D', 'vite@8.3.8', ...packed)).toEqual({ status: 0, output: expect.anything() })
  expect(await type(root, 'npx', 'vite', 'build')).toEqual({ status: 0, output: expect.anything() })
  expect(wrongWith(await runBuilt(root), 'standard')).toBeUndefined()
  const address = await serve(root, process.execPath, 'node_modules/vite/bin/vite.js', '--host', '127.0.0.1')
  const module = await (await fetch(`${address}/src/shop.ts`)).text()
  expect(module).toContain('for (;;)')
  expect(module).toContain('acme-shop:src/shop.ts#Shop.price')
  expect(module).not.toContain('@Retry')
  const runtime = /from "(\/node_modules\/[^"]*resilience4cata[^"]*)"/.exec(module)![1]!
  expect((await fetch(address + runtime)).status).toBe(200)
})

describe.each(['standard', 'legacy'] as const)('%s decorators', (decorators) => {
  test('Vite', async () => {
    const root = folder({ ...program(decorators), 'index.html': page, 'vite.config.js': viteConfig })
    expect(await type(root, bin('vite'), 'build')).toEqual({ status: 0, output: expect.anything() })
    expect(wrongWith(await runBuilt(root), decorators)).toBeUndefined()
  })

  // ts-loader checks the types of what we emit
  test('webpack, from a CommonJS config, with ts-loader', async () => {
    const run = `const plugin = require('unplugin-resilience4cata/webpack')
require('webpack')({
  mode: 'production', devtool: 'source-map', context: __dirname, entry: './src/main.ts', target: 'node20', experiments: { topLevelAwait: true },
  output: { path: __dirname + '/dist', filename: 'main.cjs' }, resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\\.ts$/, loader: 'ts-loader' }] }, plugins: [plugin()],
}, (error, stats) => { console.log(error ?? stats.toString('errors-warnings')); process.exitCode = error || stats.hasErrors() ? 1 : 0 })
`
    const root = folder({ ...program(decorators), 'build.cjs': run })
    expect(await type(root, process.execPath, 'build.cjs')).toEqual({ status: 0, output: expect.anything() })
    expect(wrongWith((await type(root, process.execPath, '--enable-source-maps', 'dist/main.cjs')).output, decorators)).toBeUndefined()
  })

  test('Rspack', async () => {
    const run = `import { rspack } from '@rspack/core'
import resilience4cata from 'unplugin-resilience4cata/rspack'
rspack({
  mode: 'production', devtool: 'source-map', context: import.meta.dirname, entry: './src/main.ts', target: 'node20', experiments: { topLevelAwait: true },
  output: { path: import.meta.dirname + '/dist', filename: 'main.cjs' }, resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\\.ts$/, loader: 'builtin:swc-loader', options: { jsc: { parser: { syntax: 'typescript', decorators: true }, transform: { legacyDecorator: ${decorators === 'legacy'} } } } }] },
  plugins: [resilience4cata()],
}, (error, stats) => { console.log(error ?? stats.toString('errors-warnings')); process.exitCode = error || stats.hasErrors() ? 1 : 0 })
`
    const root = folder({ ...program(decorators), 'build.mjs': run })
    expect(await type(root, process.execPath, 'build.mjs')).toEqual({ status: 0, output: expect.anything() })
    expect(wrongWith((await type(root, process.execPath, '--enable-source-maps', 'dist/main.cjs')).output, decorators)).toBeUndefined()
  })

  test('what users write and what we emit both type-check', async () => {
    const root = folder(program(decorators))
    expect(await type(root, bin('tsc'), '--noEmit')).toEqual({ status: 0, output: '' })
    const { status, output } = await type(root, bin('r4c'), 'compile', 'src/shop.ts')
    expect(status).toBe(0)
    writeFileSync(join(root, 'src/shop.ts'), output)
    expect(await type(root, bin('tsc'), '--noEmit')).toEqual({ status: 0, output: '' })
  })
})

test('Babel', async () => {
  const config = `module.exports = { plugins: ['module:unplugin-resilience4cata/babel'], presets: ['@babel/preset-typescript'] }\n`
  const root = folder({ ...program('standard'), 'babel.config.cjs': config })
  expect(await type(root, bin('babel'), 'src', '--extensions', '.ts', '-d', 'dist', '--source-maps')).toEqual({ status: 0, output: expect.anything() })
  writeFileSync(join(root, 'dist/main.js'), readFileSync(join(root, 'dist/main.js'), 'utf8').replace(`'./shop'`, `'./shop.js'`).replace(`"./shop"`, `"./shop.js"`))
  expect(wrongWith((await type(root, process.execPath, '--enable-source-maps', 'dist/main.js')).output, 'standard')).toBeUndefined()
})

test('the runtime is loaded by import and by require, and both share one registry', async () => {
  const root = folder({
    'a.cjs': `const { retry } = require('resilience4cata/generated'); retry('acme:a.cjs#a', {}); require('resilience4cata/configuration'); require('resilience4cata/config'); require('resilience4cata/testing'); require('resilience4cata/http')`,
    'b.mjs': `import './a.cjs'\nimport { registry } from 'resilience4cata'\nimport 'resilience4cata/configuration'\nconsole.log(JSON.stringify(registry.snapshot()))`,
  })
  const { output } = await type(root, process.execPath, 'b.mjs')
  expect(output).toContain('acme:a.cjs#a')
})

test('webpack shows a mistake with its place', async () => {
  const run = `const plugin = require('unplugin-resilience4cata/webpack')
require('webpack')({ mode: 'development', context: __dirname, entry: './src/main.ts', resolve: { extensions: ['.ts'] }, module: { rules: [{ test: /\\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } }] }, plugins: [plugin()] },
(error, stats) => console.log(stats.toString('errors-warnings')))
`
  const files = program('standard')
  const root = folder({ ...files, 'src/shop.ts': files['src/shop.ts']!.replace('maxAttempts: 3', 'maxAttempts: 0'), 'build.cjs': run })
  const { output } = await type(root, process.execPath, 'build.cjs')
  expect(output.match(/R4C-ATR-003 {2}/g)).toHaveLength(1)
  expect(output).toMatch(/src\/shop\.ts:7:\d+/)
})
