// Bundles of other modules are watched where a host watches. The light hosts: test/hosts/watch.test.ts.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'vitest'
import { DIRECT, expectWatched, NESTED, type Watch } from '../../hosts/watch/session.ts'
import { folder, here } from '../user.ts'

const require = createRequire(join(here, 'package.json'))
const load = async (name: string): Promise<any> => await import(pathToFileURL(require.resolve(name)).href)

const SWC = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }

interface Stats { toJson(options: object): { errors: { message: string }[] } }

/** webpack and Rspack have one face. */
const packs = (name: string, loader: string): Watch => async (root, ended) => {
  const module = await load(name)
  const { default: resilience4cata } = await load(`unplugin-resilience4cata/${name === 'webpack' ? name : 'rspack'}`)
  const compiler = (module.rspack ?? module.default)({
    mode: 'development', devtool: false, context: root, entry: './src/shop.ts', plugins: [resilience4cata()], externalsType: 'module', externals: /^resilience4cata/,
    experiments: { outputModule: true }, output: { path: join(root, 'out'), filename: 'shop.js', module: true, library: { type: 'module' } }, module: { rules: [{ test: /\.ts$/, loader, options: SWC }] },
  })
  const watching = compiler.watch({ aggregateTimeout: 50 }, (error: Error | null, stats?: Stats) =>
    ended(error ? [error.message] : stats!.toJson({ all: false, errors: true }).errors.map(({ message }) => message)))
  return async () => { await new Promise<void>((resolve) => { watching.close(() => compiler.close(() => resolve())) }) }
}

const rolldown: Watch = async (root, ended) => {
  const { watch } = await load('rolldown')
  const { default: resilience4cata } = await load('unplugin-resilience4cata/rolldown')
  const watcher = watch({ input: join(root, 'src/shop.ts'), external: [/^resilience4cata/], plugins: [resilience4cata()], output: { file: join(root, 'out/shop.js') } })
  watcher.on('event', (event: { code: string; error?: Error; result?: { close(): Promise<void> } }) => {
    if (event.code === 'BUNDLE_END') ended([])
    if (event.code === 'ERROR') ended([event.error!.message])
    void event.result?.close()
  })
  return async () => { await watcher.close() }
}

const HOSTS: Record<string, Watch> = { webpack: packs('webpack', require.resolve('swc-loader')), rspack: packs('@rspack/core', 'builtin:swc-loader'), rolldown }

test.each(Object.keys(HOSTS).flatMap((name) => [[name, 'a module', DIRECT], [name, 'a module of a module', NESTED]] as const))('%s: a bundle of %s', async (name, _, { files, edited }) => {
  await expectWatched(HOSTS[name]!, folder(files), edited)
})
