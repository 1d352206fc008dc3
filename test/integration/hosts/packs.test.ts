// What only webpack and Rspack do: files as text, and a cache on disk.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folder, here } from '../user.ts'

const require = createRequire(join(here, 'package.json'))
const load = async (name: string): Promise<any> => await import(pathToFileURL(require.resolve(name)).href)

const swc = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }
const shop = `import { resilient } from 'resilience4cata'\nexport const order = resilient({ retry: { maxAttempts: 3 } }, async (id: string) => await Promise.resolve(id))\n`

describe.each([
  ['webpack', require.resolve('swc-loader'), (directory: string) => ({ type: 'filesystem', cacheDirectory: directory })],
  ['@rspack/core', 'builtin:swc-loader', (directory: string) => ({ type: 'persistent', storage: { type: 'filesystem', directory } })],
] as const)('%s', (name, loader, cacheIn) => {
  async function built(root: string, options: object, config: object = {}): Promise<string> {
    const module = await load(name)
    const { default: resilience4cata } = await load(`unplugin-resilience4cata/${name === 'webpack' ? name : 'rspack'}`)
    const compiler = (module.rspack ?? module.default)({
      mode: 'development', devtool: false, context: root, entry: './src/main.ts', plugins: [resilience4cata(options)], externalsType: 'module', externals: /^resilience4cata/,
      experiments: { outputModule: true }, output: { path: join(root, 'out'), filename: 'main.js', module: true, library: { type: 'module' } },
      module: { rules: [{ test: /\.ts$/, oneOf: [{ resourceQuery: /raw/, type: 'asset/source' }, { loader, options: swc }] }] }, ...config,
    })
    await new Promise<void>((resolve, reject) => compiler.run((error: Error | null, stats: { hasErrors(): boolean; toString(): string }) =>
      compiler.close(() => (error || stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve()))))
    return readFileSync(join(root, 'out/main.js'), 'utf8')
  }

  test('a file that is asked for as text is handed on as it stands', async () => {
    const root = folder({ 'package.json': '{ "name": "acme", "type": "module" }', 'src/shop.ts': shop, 'src/main.ts': `import text from './shop.ts?raw'\nexport { order } from './shop.ts'\nexport { text }\n` })
    const { text, order } = (await import(pathToFileURL(await built(root, {}).then(() => join(root, 'out/main.js'))).href)) as { text: string; order: unknown }
    expect(text).toBe(shop)
    expect(String(order)).toMatch(/for ?\(; ?; ?\)/)
  })

  test('what is kept on disk was made with the same options, by the same version', async () => {
    const root = folder({ 'package.json': '{ "name": "acme", "type": "module" }', 'src/main.ts': shop })
    expect(await built(root, { root: join(root, 'src') }, { cache: cacheIn(join(root, 'cache')) })).toContain('acme:main.ts#order')
    expect(await built(root, {}, { cache: cacheIn(join(root, 'cache')) })).toContain('acme:src/main.ts#order')
  })
})
