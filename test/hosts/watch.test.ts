// Bundles of other modules are watched where a host watches. Heavier hosts: test/integration/hosts/watch.test.ts.
import { join } from 'node:path'
import { context, transform as strip } from 'esbuild'
import { watch as rollup, type Plugin, type RollupError, type RollupWatcher } from 'rollup'
import { test } from 'vitest'
import { build as vite } from 'vite'
import esbuildPlugin from '@resilience4cata/hosts/esbuild'
import rollupPlugin from '@resilience4cata/hosts/rollup'
import vitePlugin from '@resilience4cata/hosts/vite'
import { project } from './project.ts'
import { DIRECT, expectWatched, NESTED, type Watch } from './watch/session.ts'

const external = [/^resilience4cata/]
const types: Plugin = { name: 'types', transform: async (code, id) => (/\.ts$/.test(id) ? await strip(code, { loader: 'ts', sourcefile: id, sourcemap: true }) : null) }

/** Rollup and what is like it. */
function listening(watcher: Pick<RollupWatcher, 'on' | 'close'>, ended: (mistakes: readonly string[]) => void): () => Promise<void> {
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END') ended([])
    if (event.code === 'ERROR') ended([(event.error as RollupError).message])
    if ('result' in event) void event.result?.close()
  })
  return async () => { await watcher.close() }
}

const HOSTS: Record<string, Watch> = {
  rollup: async (root, ended) => listening(rollup({
    input: join(root, 'src/shop.ts'), external, plugins: [rollupPlugin(), types], output: { file: join(root, 'out/shop.js') }, onLog() {}, watch: { buildDelay: 50 },
  }), ended),
  esbuild: async (root, ended) => {
    const told: Parameters<typeof context>[0]['plugins'] = [{ name: 'told', setup: ({ onEnd }) => onEnd(({ errors }) => ended(errors.map(({ text }) => text))) }]
    const building = await context({
      absWorkingDir: root, entryPoints: ['src/shop.ts'], outfile: 'out/shop.js', bundle: true, format: 'esm', external: ['resilience4cata*'], logLevel: 'silent', plugins: [esbuildPlugin(), ...told],
    })
    await building.watch()
    return async () => { await building.dispose() }
  },
  vite: async (root, ended) => listening((await vite({
    root, configFile: false, logLevel: 'silent', plugins: [vitePlugin()],
    build: { outDir: 'out', minify: false, watch: {}, lib: { entry: 'src/shop.ts', formats: ['es'], fileName: () => 'shop.js' }, rolldownOptions: { external } },
  })) as unknown as RollupWatcher, ended),
}

test.each(Object.keys(HOSTS).flatMap((name) => [[name, 'a module', DIRECT], [name, 'a module of a module', NESTED]] as const))('%s: a bundle of %s', async (name, _, { files, edited }) => {
  await expectWatched(HOSTS[name]!, project(files), edited)
}, 120_000)
