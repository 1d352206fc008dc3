// The same entry through each host that is in the house: what the host makes of it, with its map.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as swc from '@swc/core'
import { transform as strip, build as esbuild } from 'esbuild'
import { rollup, type Plugin as RollupPlugin } from 'rollup'
import { build as vite, type Rolldown } from 'vite'
import type { SourceMap } from '@resilience4cata/compiler/index'
import babelPlugin from '@resilience4cata/hosts/babel'
import esbuildPlugin from '@resilience4cata/hosts/esbuild'
import loader from '@resilience4cata/hosts/loader'
import { withMap } from '@resilience4cata/hosts/maps'
import type { Options } from '@resilience4cata/hosts/options'
import rollupPlugin from '@resilience4cata/hosts/rollup'
import swcOf from '@resilience4cata/hosts/swc'
import vitePlugin from '@resilience4cata/hosts/vite'

export interface Bundled { readonly code: string; readonly map: string }

/** `undefined` options: without our plugin. */
type Host = (root: string, entry: string, options?: Options) => Promise<Bundled>

// a package of somebody's that is left outside, too
const external = ['resilience4cata', 'resilience4cata/generated', 'policies']
const target = 'es2022'

const throughVite: Host = async (root, entry, options) => {
  const [{ output }] = (await vite({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: options ? [vitePlugin(options)] : [],
    build: { write: false, minify: false, sourcemap: true, target, lib: { entry, formats: ['es'] }, rolldownOptions: { external } },
  })) as Rolldown.RolldownOutput[]
  return { code: output[0].code, map: output[0].map!.toString() }
}

const throughEsbuild: Host = async (root, entry, options) => {
  const { outputFiles } = await esbuild({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: 'out.js',
    bundle: true,
    format: 'esm',
    target,
    external,
    sourcemap: true,
    write: false,
    logLevel: 'silent',
    plugins: options ? [esbuildPlugin(options)] : [],
  })
  return { map: outputFiles[0]!.text, code: outputFiles[1]!.text }
}

const types: RollupPlugin = {
  name: 'types',
  transform: async (code, id) => (/\.ts$/.test(id) ? await strip(code, { loader: 'ts', sourcefile: id, sourcemap: true, target }) : null),
}

const throughRollup: Host = async (root, entry, options) => {
  const bundle = await rollup({ input: join(root, entry), external, plugins: [options && rollupPlugin(options), types], onwarn() {} })
  const { output } = await bundle.generate({ format: 'es', sourcemap: true })
  return { code: output[0].code, map: output[0].map!.toString() }
}

// Babel 7 brings no types of its own
const { transformAsync } = createRequire(import.meta.url)('@babel/core') as { transformAsync(code: string, options: object): Promise<{ code: string } | null> }

// Babel is no bundler, and the house has no preset for types: it hands TypeScript on
const throughBabel: Host = async (root, entry, options) => {
  const filename = join(root, entry)
  const result = await transformAsync(await readFile(filename, 'utf8'), {
    filename,
    sourceFileName: filename,
    configFile: false,
    babelrc: false,
    sourceMaps: 'inline',
    // with our plugin nobody has to ask for decorators
    parserOpts: { plugins: options ? ['typescript'] : ['typescript', 'decorators'] },
    plugins: options ? [[babelPlugin, options]] : [],
  })
  return await strip(result!.code, { loader: 'ts', target, sourcemap: true, sourcefile: filename })
}

// as a host runs loaders: a file's text, and a context to answer to
const throughLoader: Host = async (root, entry, options) => {
  const resourcePath = join(root, entry)
  const text = await readFile(resourcePath, 'utf8')
  const compiled = !options ? text : await new Promise<string>((resolve, reject) => {
    const callback = (error: Error | null, code?: string, map?: object) => (error ? reject(error) : resolve(map ? withMap(code!, map as SourceMap) : code!))
    loader.call({ resourcePath, getOptions: () => options, callback }, text)
  })
  return await strip(compiled, { loader: 'ts', target, sourcemap: true, sourcefile: resourcePath })
}

const throughSwc: Host = async (root, entry, options) => {
  const filename = join(root, entry)
  const { transformFile } = options ? swcOf(options) : swc
  const { code, map } = await transformFile(filename, { swcrc: false, configFile: false, sourceMaps: true, jsc: { target, parser: { syntax: 'typescript', decorators: true } } })
  return { code, map: map! }
}

export const HOSTS = { vite: throughVite, esbuild: throughEsbuild, rollup: throughRollup, babel: throughBabel, loader: throughLoader, swc: throughSwc }

/** Without line breaks and comments, which a printer may place by the origin of a node. */
export async function normal(code: string): Promise<string> {
  const { outputFiles } = await esbuild({ stdin: { contents: code, loader: 'ts' }, bundle: true, external, format: 'esm', minifyWhitespace: true, minifySyntax: true, target, write: false, logLevel: 'silent' })
  return outputFiles[0]!.text
}
