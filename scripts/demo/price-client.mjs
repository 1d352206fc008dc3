// The example in playground/examples/price-client: compiled, bundled with and without its policies, and run against a server that fails on a schedule.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openShop } from '../../playground/examples/price-client/server.mjs'
import { root } from '../run.mjs'
import { beside, table } from './beside.mjs'

const folder = join(root, 'playground/examples/price-client')
const source = join(folder, 'prices.ts')

/** The source and what it becomes, beside each other. @param {number} width */
export async function showCompiled(width) {
  const { compile } = await import('unplugin-resilience4cata/compiler')
  const text = await readFile(source, 'utf8')
  const { code, diagnostics } = compile(text, { id: source, root: folder, packageName: 'price-client', layout: 'pretty' })
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error(diagnostics.map(({ message }) => message).join('\n\n'))
  return beside({ title: 'you write: prices.ts', text }, { title: 'your bundle gets', text: code }, width)
}

/** What callers see with and without policies, as a table. */
export async function showCallers() {
  const without = await runIn('without')
  const with_ = await runIn('with')
  return table([
    ['call', 'without policies', 'with @Retry @Fallback', 'requests'],
    ...without.notes.map(({ sku, seen }, at) => [`price('${sku}')`, seen, with_.notes[at].seen, at === lastOf(without.notes, sku) ? `${without.requests[sku]} → ${with_.requests[sku]}` : '']),
  ])
}

const lastOf = (/** @type {{ sku: string }[]} */ notes, /** @type {string} */ sku) => notes.findLastIndex((note) => note.sku === sku)

/** @param {'with' | 'without'} policies */
async function runIn(policies) {
  const shop = await openShop()
  try {
    const program = await import(`${pathToFileURL(await bundle(policies)).href}?${Date.now()}`)
    return { notes: /** @type {{ sku: string, seen: string }[]} */ (await program.shop(shop.address)), requests: shop.requests }
  } finally {
    await shop.close()
  }
}

/** @param {'with' | 'without'} policies */
async function bundle(policies) {
  const { build } = await import('esbuild')
  const { default: resilience4cata } = await import('unplugin-resilience4cata/esbuild')
  const outfile = join(root, `node_modules/.r4c-demo/${policies}.mjs`)
  const plugins = policies === 'with' ? [resilience4cata()] : [undecorated]
  await build({ entryPoints: [join(folder, 'shop.ts')], bundle: true, format: 'esm', target: 'es2022', outfile, plugins, logLevel: 'error' })
  return outfile
}

/** The same program as if nobody had written the policies: the lines with decorators are left out. @type {import('esbuild').Plugin} */
const undecorated = {
  name: 'undecorated',
  setup: ({ onLoad }) => onLoad({ filter: /prices\.ts$/ }, async ({ path }) => ({ contents: (await readFile(path, 'utf8')).replace(/^ *@.*\n/gm, ''), loader: 'ts' })),
}
