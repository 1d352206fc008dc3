// The hosts that the house has anyway.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as swc from '@swc/core'
import { build as esbuild, transform as strip } from 'esbuild'
import { rollup, type Plugin } from 'rollup'
import { build as vite } from 'vite'
import babelPlugin from '@resilience4cata/hosts/babel'
import esbuildPlugin from '@resilience4cata/hosts/esbuild'
import loader from '@resilience4cata/hosts/loader'
import rollupPlugin from '@resilience4cata/hosts/rollup'
import { transform as swcWithUs } from '@resilience4cata/hosts/swc'
import vitePlugin from '@resilience4cata/hosts/vite'
import type { Host } from './judge.ts'
import { node } from './run.ts'

const external = ['resilience4cata', 'resilience4cata/generated']
const target = 'es2022'
const entry = 'src/main.ts'
const out = 'out/main.mjs'

const built = async (root: string) => ({ printed: await node(root, out), code: readFileSync(join(root, out), 'utf8') })

const throughVite: Host['run'] = async (root, ours) => {
  const lib = { entry, formats: ['es' as const], fileName: () => 'main.mjs' }
  await vite({ root, configFile: false, logLevel: 'silent', plugins: ours ? [vitePlugin()] : [], build: { outDir: 'out', minify: false, sourcemap: true, target, lib, rolldownOptions: { external } } })
  return await built(root)
}

const throughEsbuild: Host['run'] = async (root, ours) => {
  const plugins = ours ? [esbuildPlugin()] : []
  await esbuild({ absWorkingDir: root, entryPoints: [entry], outfile: out, bundle: true, format: 'esm', target, external, sourcemap: true, logLevel: 'silent', plugins })
  return await built(root)
}

type Transform = (code: string, id: string) => Promise<{ code: string; map: string }>

/** A bundle by Rollup, whose modules are made by a transform. */
const throughRollup = (before: Plugin[], transform: Transform): Host['run'] => async (root, ours) => {
  const types: Plugin = { name: 'types', transform }
  const bundle = await rollup({ input: join(root, entry), external, plugins: ours ? before.concat(types) : [{ name: 'types', transform: stripped }], onwarn() {} })
  await bundle.write({ format: 'es', file: join(root, out), sourcemap: true })
  return await built(root)
}

const stripped: Transform = async (code, id) => await strip(code, { loader: 'ts', sourcefile: id, sourcemap: true, target })

const { transformAsync } = createRequire(import.meta.url)('@babel/core') as { transformAsync(code: string, options: object): Promise<{ code: string; map: object }> }

// the house has no preset for types, so Babel hands them on
const byBabel: Transform = async (code, filename) => {
  const options = { filename, sourceFileName: filename, configFile: false, babelrc: false, sourceMaps: 'inline', parserOpts: { plugins: ['typescript'] }, plugins: [babelPlugin] }
  return await stripped((await transformAsync(code, options)).code, filename)
}

const bySwc: Transform = async (code, filename) => {
  const options: swc.Options = { filename, swcrc: false, configFile: false, sourceMaps: true, jsc: { target, parser: { syntax: 'typescript', decorators: true } } }
  const result = await swcWithUs(code, options)
  return { code: result.code, map: result.map! }
}

const byLoader: Plugin['transform'] = function (code, resourcePath) {
  return new Promise((resolve, reject) => loader.call({ resourcePath, addDependency: (file) => this.addWatchFile(file), callback: (error, text, map) => (error ? reject(error) : resolve({ code: text!, map: (map ?? null) as never })) }, code))
}

// what is compiled already it leaves alone, and strips its types
const throughNode: Host['run'] = async (root) => ({ printed: await node(root, '--import', 'unplugin-resilience4cata/node', entry) })

/** Each file compiled by the command line, and then bundled without us. */
const throughCli: Host['run'] = async (root, ours) => {
  const bin = join(import.meta.dirname, '../../../packages/unplugin-resilience4cata/bin/r4c.mjs')
  for (const name of ours ? readdirSync(join(root, 'src')) : []) {
    const text = await node(root, bin, 'compile', '--lines', join('src', name))
    mkdirSync(join(root, 'compiled'), { recursive: true })
    writeFileSync(join(root, 'compiled', name), text)
  }
  if (ours) for (const name of readdirSync(join(root, 'compiled'))) writeFileSync(join(root, 'src', name), readFileSync(join(root, 'compiled', name), 'utf8'))
  return await throughEsbuild(root, false)
}

// without a map: an expression that is evaluated elsewhere also stands there
const moved = { option: 'options that move', decorator: 'options that move' }

export const LIGHT: Readonly<Record<string, Host>> = {
  vite: { run: throughVite, stack: 'exact' },
  rollup: { run: throughRollup([rollupPlugin()].flat(), stripped), stack: 'exact' },
  esbuild: { run: throughEsbuild, stack: 'exact' },
  babel: { run: throughRollup([], byBabel), stack: 'exact', alone: true },
  swc: { run: throughRollup([], bySwc), stack: 'exact' },
  loader: { run: throughRollup([{ name: 'loader', transform: byLoader }], stripped), stack: 'exact' },
  node: { run: throughNode, stack: 'exact' },
  cli: { run: throughCli, stack: 'line', off: moved },
}
