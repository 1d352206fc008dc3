// `node bench/vite-build.mjs [pairs]`: what the plugin adds to `vite build` of 300 files of 490 lines, 30 of them marked, and of the same without a mark.
// Each build is a process of its own, as a user's is: loading the compiler and its first, slow runs are part of the price. The two stand in pairs, one after
// the other and in turn first. `cpu` is the time on the processor, of all threads; `wall` is what a user waits for, and means something on an idle machine only.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FILES = 300
const LINES = 490
const MARKED = 30
const self = fileURLToPath(import.meta.url)

/** The child: one build, and what it took. @param {string} root @param {boolean} ours */
async function build(root, ours) {
  const { build: vite } = await import('vite')
  const plugins = ours ? [(await import('unplugin-resilience4cata/vite')).default()] : []
  const lib = { entry: 'src/main.ts', formats: /** @type {const} */ (['es']) }
  await vite({ root, configFile: false, logLevel: 'silent', plugins, build: { write: false, minify: false, lib, rolldownOptions: { external: [/^resilience4cata/] } } })
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ cpu: (user + system) / 1000, wall: process.uptime() * 1000 }))
}

/** @param {number} pairs */
function compare(pairs) {
  const folder = mkdtempSync(join(tmpdir(), 'r4c-vite-build-'))
  try {
    for (const marked of [MARKED, 0]) {
      const root = project(join(folder, String(marked)), marked)
      const rows = Array.from({ length: pairs }, (_, pair) => {
        const [first, second] = [pair % 2 === 0, pair % 2 !== 0].map((ours) => measured(root, ours))
        return pair % 2 === 0 ? { with: first, without: second } : { with: second, without: first }
      })
      console.log(`${FILES} files × ${LINES} lines, ${marked} marked, ${pairs} pairs`)
      for (const clock of /** @type {const} */ (['cpu', 'wall'])) console.log(`  ${clock.padEnd(4)}  ${said(rows, clock)}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} root @param {boolean} ours @returns {Took} */
function measured(root, ours) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [self, 'build', root, ours ? 'with' : 'without'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`a build ended with ${status}\n${stdout}${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

/** @typedef {{ cpu: number, wall: number }} Took */

/** @param {readonly { with: Took, without: Took }[]} rows @param {'cpu' | 'wall'} clock */
function said(rows, clock) {
  const ratios = sorted(rows.map((row) => row.with[clock] / row.without[clock]))
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => percent(ratios[Math.round(part * (ratios.length - 1))]))
  const [without, ours] = /** @type {const} */ (['without', 'with']).map((side) => Math.round(sorted(rows.map((row) => row[side][clock]))[rows.length >> 1]))
  return `${middle} (quartiles ${low} to ${high}): ${without} ms without the plugin, ${ours} ms with it`
}

const sorted = (/** @type {number[]} */ values) => values.sort((a, b) => a - b)

const percent = (/** @type {number} */ ratio) => `${ratio >= 1 ? '+' : '−'}${Math.abs((ratio - 1) * 100).toFixed(1)} %`

/** @param {string} root @param {number} marked */
function project(root, marked) {
  mkdirSync(join(root, 'src'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{ "name": "acme", "type": "module" }')
  const names = Array.from({ length: FILES }, (_, index) => `client${index}`)
  names.forEach((name, index) => writeFileSync(join(root, `src/${name}.ts`), source(index, index % (FILES / (marked || 1)) === 0 && marked > 0)))
  writeFileSync(join(root, 'src/main.ts'), names.map((name) => `export * as ${name} from './${name}.ts'`).join('\n'))
  return root
}

/** A client as applications have them: types, three methods that call a service, and much that has nothing to do with it. @param {number} index @param {boolean} marked */
function source(index, marked) {
  const mark = (/** @type {string} */ text) => (marked ? [`  ${text}`] : [])
  const method = (/** @type {string} */ name, /** @type {string[]} */ marks) => [
    ...marks,
    `  async ${name}(id: string, options: RequestInit): Promise<Item${index}> {`,
    `    const response = await fetch(\`\${this.base}/${name}/\${encodeURIComponent(id)}\`, options)`,
    '    if (!response.ok) throw new Error(`HTTP ${response.status}`)',
    `    return (await response.json()) as Item${index}`,
    '  }',
    '',
  ]
  const lines = [
    ...(marked ? [`import { CircuitBreaker, Fallback, Retry, Timeout } from 'resilience4cata'`, ''] : []),
    `export interface Item${index} { readonly id: string; readonly name?: string; readonly parts: readonly Item${index}[]; readonly price: number }`,
    '',
    `export class Client${index} {`,
    '  constructor(readonly base: string) {}',
    '',
    ...method('load', mark(`@Retry({ maxAttempts: 4, delay: '100ms' })`)),
    ...method('price', [...mark(`@Retry()`), ...mark(`@CircuitBreaker({ name: 'prices${index}' })`), ...mark(`@Fallback('missing')`)]),
    ...method('stock', [...mark(`@Timeout('2s')`), ...mark(`@Retry({ maxAttempts: 3, delay: '50ms' })`)]),
    `  missing(id: string, _options: RequestInit): Item${index} { return { id, parts: [], price: 0 } }`,
    '}',
  ]
  for (let at = 0; lines.length < LINES - 7; at++) {
    lines.push(
      '',
      `/** The price of all parts of an item, ${at} deep. */`,
      `export function total${at}(items: readonly Item${index}[], rate = ${at + 1}, seen = new Set<string>()): number {`,
      '  let sum = 0',
      '  for (const { id, parts, price, name = `no name ${id}` } of items) {',
      '    if (seen.has(id) || name.length === 0) continue',
      `    sum += seen.add(id).size % 2 === 0 ? price * rate : total${at === 0 ? 0 : at - 1}(parts, rate, seen) ?? 0`,
      '  }',
      '  return Math.round(sum * 100) / 100',
      '}',
    )
  }
  while (lines.length < LINES) lines.push(`export const limit${lines.length}: number = ${lines.length}`)
  return `${lines.join('\n')}\n`
}

const [mode, root] = process.argv.slice(2)
if (mode === 'build') await build(root, process.argv[4] === 'with')
else compare(Number(mode ?? 11))
