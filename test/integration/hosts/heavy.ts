// Hosts with the packed packages. What they have in common with the light ones: test/hosts/matrix.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Host } from '../../hosts/matrix/judge.ts'
import { node, ran } from '../../hosts/matrix/run.ts'
import { here } from '../user.ts'

const bin = (name: string): string => join(here, 'node_modules/.bin', name)

/** Builds by a script in the project, as users write it, and runs what was built. */
const byScript = (script: (ours: boolean) => string, out = 'out/main.mjs'): Host['run'] => async (root, ours) => {
  const file = join(root, 'build.mjs')
  writeFileSync(file, script(ours))
  await ran(root, process.execPath, file)
  return { printed: await node(root, out), code: readFileSync(join(root, out), 'utf8') }
}

const shrunk = (script: string, out: string) => async (root: string): Promise<string> => {
  writeFileSync(join(root, 'build.mjs'), script)
  await ran(root, process.execPath, 'build.mjs')
  return readFileSync(join(root, out), 'utf8')
}

const plugin = (name: string, ours: boolean): string => (ours ? `import resilience4cata from 'unplugin-resilience4cata/${name}'\nconst plugins = [resilience4cata()]\n` : 'const plugins = []\n')
const external = `['resilience4cata', 'resilience4cata/generated']`

const rolldown = (ours: boolean): string => `${plugin('rolldown', ours)}import { rolldown } from 'rolldown'
const bundle = await rolldown({ input: 'src/main.ts', external: ${external}, plugins })
await bundle.write({ format: 'es', file: 'out/main.mjs', sourcemap: true })
`

const swcRule = (loader: string): string => `{ test: /\\.ts$/, use: [{ loader: '${loader}', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } } }] }`

/** webpack and Rspack have one face. */
const packs = (name: 'webpack' | 'rspack', rule: string) => (ours: boolean, minimize = false): string => `${plugin(name, ours)}${name === 'webpack' ? `import pack from 'webpack'` : `import { rspack as pack } from '@rspack/core'`}
const stats = await new Promise((resolve, reject) => pack({
  mode: 'production', devtool: 'source-map', context: import.meta.dirname, entry: './src/main.ts', target: 'node20', plugins,
  optimization: { minimize: ${minimize} }, externalsType: 'module', externals: ${external}, experiments: { outputModule: true },
  output: { path: import.meta.dirname + '/out', filename: 'main.mjs', module: true, library: { type: 'module' }, devtoolModuleFilenameTemplate: '[absolute-resource-path]' },
  module: { rules: [${rule}] },
}, (error, made) => (error ? reject(error) : resolve(made))))
if (stats.hasErrors()) { console.log(stats.toString({ all: false, errors: true, warnings: false })); process.exit(1) }
`

/** Our loader in front of SWC's, and no plugin: what Turbopack runs, and what \`swc-loader\` users may take. */
const loaderRule = (ours: boolean): string => swcRule('swc-loader').replace(' }] }', ours ? ` }, 'unplugin-resilience4cata/loader'] }` : ' }] }')

const farm = (ours: boolean): string => `${plugin('farm', ours)}import { build } from '@farmfe/core'
await build({ root: import.meta.dirname, configFile: '', plugins, compilation: {
  input: { main: './src/main.ts' }, output: { path: 'out', targetEnv: 'node-next', format: 'esm', entryFilename: '[entryName].mjs' },
  external: ['^resilience4cata'], minify: false, persistentCache: false, presetEnv: false, sourcemap: true, mode: 'production', lazyCompilation: false,
} })
`

const bunBuild = (ours: boolean): string => `${plugin('bun', ours)}
const { success, logs } = await Bun.build({ entrypoints: ['src/main.ts'], outdir: 'out', naming: 'main.mjs', target: 'node', sourcemap: 'linked', external: ${external}, plugins, throw: false })
if (!success) { console.log(logs.map(String).join('\\n')); process.exit(1) }
`

const throughBunBuild: Host['run'] = async (root, ours) => {
  writeFileSync(join(root, 'build.mjs'), bunBuild(ours))
  await ran(root, bin('bun'), 'build.mjs')
  return { printed: await node(root, 'out/main.mjs'), code: readFileSync(join(root, 'out/main.mjs'), 'utf8') }
}

const throughBun: Host['run'] = async (root, ours) => {
  writeFileSync(join(root, 'preload.mjs'), ours ? `${plugin('bun', true)}Bun.plugin(plugins[0])\n` : '')
  return { printed: await ran(root, bin('bun'), '--preload', './preload.mjs', 'src/main.ts') }
}

const require = createRequire(join(here, 'package.json'))
const INNER = {
  'babel-jest': { configFile: false, babelrc: false, presets: [require.resolve('@babel/preset-typescript')], plugins: [require.resolve('@babel/plugin-transform-modules-commonjs')] },
  '@swc/jest': { swcrc: false, jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } }, module: { type: 'commonjs' } },
}

const jest = (inner: keyof typeof INNER): Host['run'] => async (root, ours) => {
  const transformer = ours ? ['unplugin-resilience4cata/jest', { inner, innerConfig: INNER[inner] }] : [inner, INNER[inner]]
  writeFileSync(join(root, 'jest.config.json'), JSON.stringify({ testEnvironment: 'node', cacheDirectory: '<rootDir>/.jest', transform: { '\\.ts$': transformer } }))
  writeFileSync(join(root, 'src/program.test.ts'), `import { writeFileSync } from 'node:fs'\nimport { program } from './program.ts'\ntest('program', async () => writeFileSync('printed.json', await program()))\n`)
  await ran(root, process.execPath, bin('jest'), '--config', 'jest.config.json', '--colors=false')
  return { printed: readFileSync(join(root, 'printed.json'), 'utf8') }
}

// without a map: an expression that is evaluated elsewhere also stands there
const moved = { option: 'options that move', decorator: 'options that move' }

export const HEAVY: Readonly<Record<string, Host>> = {
  rolldown: { run: byScript(rolldown), stack: 'exact' },
  webpack: { run: byScript(packs('webpack', swcRule('swc-loader'))), stack: 'exact', shrink: shrunk(packs('webpack', swcRule('swc-loader'))(true, true), 'out/main.mjs') },
  rspack: { run: byScript(packs('rspack', swcRule('builtin:swc-loader'))), stack: 'exact', shrink: shrunk(packs('rspack', swcRule('builtin:swc-loader'))(true, true), 'out/main.mjs') },
  'loader in webpack': { run: byScript((ours) => packs('webpack', loaderRule(ours))(false)), stack: 'exact', shrink: shrunk(packs('webpack', loaderRule(true))(false, true), 'out/main.mjs') },
  farm: { run: byScript(farm), stack: 'line' },
  'bun build': { run: throughBunBuild, stack: 'line', off: moved },
  'bun run': { run: throughBun, stack: 'line', off: moved },
  'jest, babel-jest': { run: jest('babel-jest'), stack: 'exact', behindName: 0 },
  'jest, @swc/jest': { run: jest('@swc/jest'), stack: 'exact', behindName: 1 },
}
