// Files with marks that no grammar of ours reads: what a bundler makes of them is its own affair, but nobody is left without a word.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as esbuild, type BuildFailure } from 'esbuild'
import { rollup, type Plugin } from 'rollup'
import { createLogger, createServer } from 'vite'
import babelPlugin from '@resilience4cata/hosts/babel'
import esbuildPlugin from '@resilience4cata/hosts/esbuild'
import { fileCompiler } from '@resilience4cata/hosts/compile-file'
import loader from '@resilience4cata/hosts/loader'
import rollupPlugin from '@resilience4cata/hosts/rollup'
import vitePlugin from '@resilience4cata/hosts/vite'
import { createRequire } from 'node:module'
import { expect, test, vi } from 'vitest'
import { project } from './project.ts'

const marked = `import { resilient } from 'resilience4cata'\nexport const order = resilient({ retry: {} }, async (id) => await id)\n`
const piped = `${marked}export const two = 1 |> (one => one + 1)\n`
const HINT = /^R4C-HNT-014 {2}this file: it can't be parsed, so nothing in it is compiled: .*\n\n {2}src\/shop\.js:3:\d+\n/

const toldBy = async (options: object, text = piped): Promise<string[]> => {
  const told: string[] = []
  const root = project({ 'src/shop.js': text })
  const behind: Plugin = { name: 'pipes', transform: (code) => code.replace('1 |> (one => one + 1)', '2') }
  const bundle = await rollup({ input: join(root, 'src/shop.js'), external: [/^resilience4cata/], plugins: [rollupPlugin(options), behind], onwarn: ({ message }) => { told.push(message.slice(message.indexOf('R4C'))) } })
  const { output } = await bundle.generate({ format: 'es' })
  expect(output[0].code).toContain('resilient(')
  return told
}

test('a file that others read after us is told of once, and interpreted', async () => {
  expect(await toldBy({})).toEqual([expect.stringMatching(HINT)])
})

test('it is a hint: who knows of it turns it off', async () => expect(await toldBy({ hints: { 'R4C-HNT-014': false } })).toEqual([]))

test('a bundler’s own word on what is broken stays the only mistake', async () => {
  const root = project({ 'src/shop.js': piped })
  const failure = (await esbuild({
    absWorkingDir: root, entryPoints: ['src/shop.js'], bundle: true, external: ['resilience4cata'], write: false, plugins: [esbuildPlugin()], logLevel: 'silent',
  }).catch((error: unknown) => error)) as BuildFailure
  expect(failure.errors.map(({ text }) => text)).toEqual([expect.stringContaining('Unexpected ">"')])
  expect(failure.warnings.map(({ text }) => text)).toEqual([expect.stringMatching(HINT)])
})

test('a server tells it while it is so, and no longer', async () => {
  const root = project({ 'src/shop.ts': piped })
  const told: string[] = []
  const logger = { ...createLogger('silent'), warn: (text: string) => { told.push(text) }, warnOnce: (text: string) => { told.push(text) } }
  const server = await createServer({ root, configFile: false, customLogger: logger, plugins: [vitePlugin({ cache: false })], server: { middlewareMode: true, watch: null, ws: false }, optimizeDeps: { noDiscovery: true }, resolve: { external: true } as never })
  const hints = () => told.filter((text) => text.includes('R4C-HNT-014')).length
  const asked = async () => await server.environments.client.transformRequest('/src/shop.ts').catch((error: unknown) => error)
  try {
    expect(await asked()).toBeInstanceOf(Error)
    expect(hints()).toBe(1)
    writeFileSync(join(root, 'src/shop.ts'), "export const half = 'mended'\n")
    server.environments.client.moduleGraph.invalidateAll()
    expect(await asked()).toMatchObject({ code: expect.stringContaining('mended') as string })
    expect(hints()).toBe(1)
  } finally {
    await server.close()
  }
})

test('Babel with a language of its own', async () => {
  const { transformAsync } = createRequire(import.meta.url)('@babel/core') as { transformAsync(code: string, options: object): Promise<{ code: string } | null> }
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const filename = join(project({ 'src/shop.js': piped }), 'src/shop.js')
  const result = await transformAsync(piped, { filename, configFile: false, babelrc: false, parserOpts: { plugins: [['pipelineOperator', { proposal: 'fsharp' }]] }, plugins: [babelPlugin] })
  const told = warned.mock.calls.map(([message]) => String(message))
  warned.mockRestore()
  expect(result!.code).toContain('resilient(')
  expect(told).toEqual([expect.stringMatching(HINT)])
})

test('a loader', () => {
  const told: string[] = []
  const resourcePath = join(project({ 'src/shop.js': piped }), 'src/shop.js')
  loader.call({ resourcePath, callback() {}, emitWarning: ({ message }) => { told.push(message) } }, piped)
  expect(told).toEqual([expect.stringMatching(HINT)])
})

const hintsOf = (file: string, text: string) => fileCompiler({ root: '/project', decorators: 'standard' })(text, `/project/${file}`)!.diagnostics.map(({ code, line }) => [code, line])

test('who only speaks of the product has nothing that could be left unprotected', () => {
  expect(hintsOf('a.js', '// as resilience4cata does\nexport const two = 1 |> inc\n')).toEqual([])
  expect(hintsOf('a.js', `${marked}export const two = 1 |> inc\n`)).toEqual([['R4C-HNT-014', 3]])
})

test('a component’s script, at its place; what is no script isn’t read as one', () => {
  const script = (text: string, attributes = '') => `<script${attributes}>\n${text}</script>\n`
  expect(hintsOf('A.svelte', `<p/>\n${script(piped)}`)).toEqual([['R4C-HNT-014', 5]])
  const data = '{ "uses": "resilience4cata" }\n'
  for (const type of ['application/ld+json', 'importmap', "text/x-template"]) expect(hintsOf('A.vue', script(marked) + script(data, ` type="${type}"`)), type).toEqual([])
  expect(hintsOf('A.vue', script(piped, ' type="module"'))).toEqual([['R4C-HNT-014', 4]])
})
