// What tools do that a plugin can trip over. Those of the heavy hosts: test/integration/hosts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as esbuild, transform as strip, type Plugin } from 'esbuild'
import { rollup, type RollupCache } from 'rollup'
import { build as vite, createLogger, createServer, type Rolldown } from 'vite'
import esbuildPlugin from '@resilience4cata/hosts/esbuild'
import rollupPlugin from '@resilience4cata/hosts/rollup'
import { factory } from '@resilience4cata/hosts/unplugin'
import vitePlugin from '@resilience4cata/hosts/vite'
import { expect, test } from 'vitest'
import { HOSTS } from './bundle.ts'
import { project } from './project.ts'

const shop = `import { resilient } from 'resilience4cata'\nexport const order = resilient({ retry: { maxAttempts: 3 } }, async (id) => await Promise.resolve(id))\n`
const remote = `import { resilient } from 'resilience4cata'\nimport { remote } from './policies.ts'\nexport const order = resilient([remote, { timeout: '5s' }], async (id) => await Promise.resolve(id))\n`
const policies = `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { maxAttempts: 7 } })\n`

test('esbuild lets one plugin load a file: the first', async () => {
  const root = project({ 'src/shop.ts': shop })
  const other: Plugin = { name: 'other', setup: ({ onLoad }) => onLoad({ filter: /shop\.ts$/ }, ({ path }) => ({ contents: `/* the other */\n${readFileSync(path, 'utf8')}`, loader: 'ts' })) }
  const built = async (plugins: Plugin[]) => {
    const { outputFiles } = await esbuild({ absWorkingDir: root, entryPoints: ['src/shop.ts'], bundle: true, format: 'esm', external: ['resilience4cata'], write: false, plugins, logLevel: 'silent' })
    return outputFiles[0]!.text
  }
  expect(await built([esbuildPlugin(), other])).toMatch(/for \(; ?; ?\)/)
  // ours isn't asked: what is left is the interpreter, which does the same
  expect(await built([other, esbuildPlugin()])).toContain('resilient(')
})

test('what esbuild is to bundle as text or bytes is no script', async () => {
  const root = project({ 'src/shop.ts': shop, 'src/main.ts': `import text from './shop.ts' with { type: 'text' }\nexport { order } from './shop.ts'\nexport { text }\n` })
  const { outputFiles } = await esbuild({ absWorkingDir: root, entryPoints: ['src/main.ts'], bundle: true, format: 'esm', external: ['resilience4cata'], write: false, plugins: [esbuildPlugin()], logLevel: 'silent' })
  expect(outputFiles[0]!.text).toContain(JSON.stringify(shop).slice(1, -1))
  expect(outputFiles[0]!.text).toMatch(/for \(; ?; ?\)/)
})

test('a query of an id is no part of the names of instances', async () => {
  const root = project({ 'src/shop.ts': shop, 'src/main.ts': `export { order } from './shop.ts?v=2'\n` })
  const [{ output }] = (await vite({
    root, configFile: false, logLevel: 'silent', plugins: [vitePlugin()],
    build: { write: false, minify: false, lib: { entry: 'src/main.ts', formats: ['es'] }, rolldownOptions: { external: [/^resilience4cata/] } },
  })) as Rolldown.RolldownOutput[]
  expect(output[0].code).toContain('retry("acme:src/shop.ts#order"')
})

test.each(Object.entries(HOSTS))('a folder may be called anything: %s', async (name, bundle) => {
  const root = join(project({ 'c# %20 ü/package.json': '{ "name": "acme", "type": "module" }', 'c# %20 ü/src/shop.ts': remote, 'c# %20 ü/src/policies.ts': policies }), 'c# %20 ü')
  const { code, map } = await bundle(root, 'src/shop.ts', {})
  expect((JSON.parse(map) as { sources: string[] }).sources).toContainEqual(expect.stringMatching(/shop\.ts$/))
  expect(code).toMatch(/["']acme:src\/shop\.ts#order["']/)
  if (name !== 'babel') expect(code).toMatch(/maxAttempts: 7/)
})

test('Vite, building without maps, is given none', async () => {
  const root = project({ 'src/shop.ts': shop })
  const mapped = async (sourcemap: boolean | undefined) => {
    const [plugin] = vitePlugin() as unknown as [Rolldown.Plugin & { transform: { handler(...asked: unknown[]): Promise<{ code: string; map: { mappings: string } | null }> } }]
    const { handler } = plugin.transform
    const given: { code: string; map: { mappings: string } | null }[] = []
    plugin.transform.handler = async function (...asked: unknown[]) {
      given.push(await handler.apply(this, asked))
      return given.at(-1)!
    }
    await vite({
      root, configFile: false, logLevel: 'silent', plugins: [plugin],
      build: { write: false, ...(sourcemap !== undefined && { sourcemap }), lib: { entry: 'src/shop.ts', formats: ['es'] }, rolldownOptions: { external: [/^resilience4cata/] } },
    })
    expect(given.map(({ code }) => code)).toEqual([expect.stringContaining('r4c$retry')])
    return given[0]!.map
  }
  expect(await mapped(undefined)).toBeNull()
  expect(await mapped(true)).toMatchObject({ mappings: expect.stringMatching(/\w/) })
})

test.each([['none', {}], ['others', { worker: { plugins: () => [{ name: 'others' }] } }]])('Vite builds workers without the plugins of a project; ours comes along: beside %s', async (_, config) => {
  const root = project({
    'src/shop.ts': shop,
    'src/worker.ts': "import { order } from './shop'\nself.onmessage = async () => self.postMessage(await order('a'))\n",
    'src/main.ts': "import Inline from './worker?worker'\nexport const workers = [new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), new Inline()]\n",
  })
  const { output } = (await vite({ root, configFile: false, logLevel: 'silent', plugins: [vitePlugin()], ...config, build: { write: false, minify: false, rolldownOptions: { input: 'src/main.ts' } } })) as Rolldown.RolldownOutput
  const workers = output.filter(({ fileName }) => fileName.includes('worker'))
  expect(workers.length).toBeGreaterThan(0)
  for (const worker of workers) {
    const text = worker.type === 'chunk' ? worker.code : String(worker.source)
    expect(text).toContain('retry("acme:src/shop.ts#order"')
    expect(text).not.toContain('resilient(')
  }
})

test('Rollup, handed what it made before, makes anew what depends on another module', async () => {
  const root = project({ 'src/shop.ts': remote, 'src/policies.ts': policies })
  const types = { name: 'types', transform: async (code: string) => (await strip(code, { loader: 'ts' })).code }
  const made = async (cache?: RollupCache) => await rollup({ input: join(root, 'src/shop.ts'), external: /^resilience4cata/, plugins: [rollupPlugin(), types], onLog() {}, ...(cache && { cache }) })
  const first = await made()
  writeFileSync(join(root, 'src/policies.ts'), policies.replace('7', '9'))
  const { output: [{ code }] } = await (await made(first.cache)).generate({})
  expect(code).toContain('maxAttempts: 9')
})

test('no virtual modules: webpack knows no scheme for them', () => {
  const plugin = factory(undefined, { framework: 'webpack', versions: {}, webpack: { compiler: {} as never } } as never)
  expect(plugin).not.toHaveProperty('resolveId')
  expect(plugin).not.toHaveProperty('load')
})

test('decorators that Rollup’s TypeScript plugin has lowered are told of once, and by what to replace it', async () => {
  const root = project({ 'src/shop.js': '' })
  const warned: string[] = []
  const lowered = (name: string) => `import { Retry } from 'resilience4cata'\nexport const ${name} = __esDecorate(null, null, [Retry()])\n`
  const typescript = { name: 'typescript', resolveId: (id: string) => (id.endsWith('.ts') ? `${root}/src/${id}` : null), load: (id: string) => (id.endsWith('a.ts') ? `import './b.ts'\n${lowered('a')}` : id.endsWith('b.ts') ? lowered('b') : null) }
  for (const plugins of [[rollupPlugin(), typescript], [typescript, rollupPlugin()]]) {
    await rollup({ input: 'a.ts', plugins, external: ['resilience4cata'], onwarn: ({ message }) => void warned.push(message) })
    expect(warned.filter((message) => message.includes('rollup-plugin-esbuild'))).toHaveLength(1)
    warned.length = 0
  }
})

test('a decorator that nobody lowers is told of, where the bundler lets it through', async () => {
  const shop = (decorators: string) => `import { Retry } from 'resilience4cata'\ndeclare const patience: object\n${decorators}`
  const root = project({
    'src/kept.ts': shop('@Retry(patience)\nexport class Kept { async price() { return 1 } }\n'),
    'src/reached.ts': shop('export class Reached { @Retry(patience) async price() { return 1 } }\n'),
    'legacy/tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true } }',
    'legacy/lowered.ts': shop('@Retry(patience)\nexport class Lowered { async price() { return 1 } }\n'),
  })
  const warned: string[] = []
  await vite({
    root, configFile: false, logLevel: 'silent', plugins: [vitePlugin()],
    build: {
      write: false, lib: { entry: ['src/kept.ts', 'src/reached.ts', 'legacy/lowered.ts'], formats: ['es'] },
      rolldownOptions: { external: [/^resilience4cata/], onwarn: ({ message }) => void warned.push(message) },
    },
  })
  expect(warned).toEqual([expect.stringContaining('src/kept.ts: what is interpreted there needs a decorator')])
  // in development, where nothing ends
  warned.length = 0
  const server = await createServer({
    root, configFile: false, plugins: [vitePlugin()], appType: 'custom', server: { middlewareMode: true, ws: false, watch: null }, optimizeDeps: { noDiscovery: true },
    customLogger: { ...createLogger('silent'), warn: (message) => void warned.push(message) },
  })
  for (const file of ['src/kept.ts', 'src/reached.ts', 'legacy/lowered.ts']) await server.transformRequest(`/${file}`)
  await server.close()
  expect(warned).toEqual([expect.stringContaining('src/kept.ts: what is interpreted there needs a decorator')])
})
