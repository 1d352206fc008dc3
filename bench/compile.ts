// `npm run bench:compile`: how fast a file is compiled, beside the bare parse of the same text with the same options, and how that grows with its length.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { parse, type ParserOptions } from '@babel/parser'
import { serviceFile } from './compile/service.ts'
import { machine, machineLine, save } from './results.ts'

const HELP = `npm run bench:compile                      lines a second for files of 500, 5,000 and 50,000 lines, and the ratio to the bare parse;
                                           printed, and written to bench/results/compile.md and compile.json
npm run bench:compile -- --lines 500,5000  only these
npm run bench:compile -- --print           without writing`

const COMPILER = 'packages/unplugin-resilience4cata/dist/compiler.mjs'
/** How many classes there are for each that has a mark: a class has 45 lines. */
const SPARSE = [3, 12]
const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous', errorRecovery: true, attachComment: false, allowReturnOutsideFunction: true, allowUndeclaredExports: true,
  plugins: ['decorators', 'decoratorAutoAccessors', 'explicitResourceManagement', 'deferredImportEvaluation', 'typescript'],
}

/** Processes of each kind that are begun to see what is cold. */
const BEGUN = 7
/** Milliseconds for which the two run before they are measured: V8 has optimised both by then. */
const WARM_UP = 10_000

export interface CompileRow { readonly lines: number; readonly sites: number; readonly linesPerSecond: number; readonly ratio: number }

export async function main(args: string[], root: string): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean' }, print: { type: 'boolean' }, lines: { type: 'string', default: '500,5000,50000' } } })
  if (values.help) return console.log(HELP)
  const lengths = values.lines.split(',').map(Number)
  if (!lengths.every((lines) => Number.isSafeInteger(lines) && lines > 0)) throw new Error(`--lines takes whole numbers, got ${values.lines}`)
  const cold = measureCold(root)
  const rows = await measureCompile(root, lengths)
  const page = report(rows, cold)
  console.log(page)
  if (!values.print) console.log(`written: ${save(root, 'compile', { page, value: { machine: machine(), rows, cold } })}`)
}

/** Milliseconds of a process that has just begun. */
interface Cold { readonly loading: number; readonly first: number; readonly thirty: number }

export function measureCold(root: string): Record<'compiler' | 'parser', Cold> {
  const folder = mkdtempSync(join(tmpdir(), 'r4c-cold-'))
  const file = join(folder, 'orders.ts')
  writeFileSync(file, serviceFile(500, SPARSE[0]!))
  const begin = (module: string): Cold => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'bench/compile/cold.mjs'), module, file, JSON.stringify(OPTIONS)], { encoding: 'utf8' })
    if (!stdout) throw new Error(`nothing was measured of ${module}: ${stderr}`)
    return JSON.parse(stdout)
  }
  try {
    const all = Array.from({ length: BEGUN }, () => [begin(join(root, COMPILER)), begin(createRequire(import.meta.url).resolve('@babel/parser'))] as const)
    const of = (i: 0 | 1): Cold => ({ loading: median(all.map((pair) => pair[i].loading)), first: median(all.map((pair) => pair[i].first)), thirty: median(all.map((pair) => pair[i].thirty)) })
    return { compiler: of(0), parser: of(1) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function measureCompile(root: string, lengths: readonly number[]): Promise<CompileRow[]> {
  const { compile } = await import(pathToFileURL(join(root, COMPILER)).href)
  return SPARSE.flatMap((sparse) => lengths.map((length): CompileRow => {
    const text = serviceFile(length, sparse)
    const lines = text.split('\n').length
    const compiled = () => compile(text, { id: '/project/src/orders.ts', root: '/project', packageName: '@acme/orders' })
    // the map is made when it is asked for, and most hosts ask
    const whole = () => compiled().map
    const { ratio, ms } = paired(whole, () => parse(text, OPTIONS), Math.ceil(5000 / lines), lines > 20_000 ? 7 : 25)
    console.error(`  … ${lines} lines`)
    return { lines, sites: compiled().sites.length, linesPerSecond: Math.round(lines / ms * 1000), ratio }
  }))
}

/** The two alternate, and the median of the pairs' ratios is what counts. Time on the processor: on the wall others are measured too. */
function paired(one: () => unknown, other: () => unknown, times: number, pairs: number): { ratio: number; ms: number } {
  for (const start = performance.now(); performance.now() - start < WARM_UP;) [spent(one, times), spent(other, times)]
  const all = Array.from({ length: pairs }, () => [spent(one, times), spent(other, times)] as const)
  return { ratio: median(all.map(([a, b]) => a / b)), ms: median(all.map(([a]) => a / times)) }
}

function spent(run: () => unknown, times: number): number {
  const start = process.cpuUsage()
  for (let i = 0; i < times; i++) run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[of.length >> 1]!

const report = (rows: readonly CompileRow[], { compiler, parser }: Record<'compiler' | 'parser', Cold>): string => `# Compiling

A file of service classes, compiled, with its map; beside it the bare parse of the same text by \`@babel/parser\` with the same options, in turns. The ratio is the median of the pairs, in time on the processor, behind ${WARM_UP / 1000} seconds in which both warm up.

| lines | marked methods | lines a second | × the bare parse |
| ---: | ---: | ---: | ---: |
${rows.map(({ lines, sites, linesPerSecond, ratio }) => `| ${lines} | ${sites} | ${linesPerSecond.toLocaleString('en')} | ${ratio.toFixed(2)} |`).join('\n')}

Cold, in a process that has just begun, and without maps, as Vite builds: the same file of 500 lines with marks, medians of ${BEGUN} processes, milliseconds on the processor.

| | loading it | the first file | thirty of them |
| --- | ---: | ---: | ---: |
| the compiler, with its own parser | ${ms(compiler.loading)} | ${ms(compiler.first)} | ${ms(compiler.thirty)} |
| \`@babel/parser\` alone | ${ms(parser.loading)} | ${ms(parser.first)} | ${ms(parser.thirty)} |

${machineLine(machine())}
`

const ms = (of: number) => of.toFixed(0)
