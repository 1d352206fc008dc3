// `npm run bench:build`: what the plugin adds to `vite build`: for the first time and again, with some of the files marked and with none, and with V8's compile cache, where Node has it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { FILES, LINES, writeProject } from './build/project.ts'
import { machine, machineLine, save } from './results.ts'
import { table } from './table.ts'

const HELP = `npm run bench:build                builds 300 files with and without the plugin, in 11 pairs: 30 of the files marked,
                                   compiled anew and kept from an earlier build, none marked, and again in newer Nodes;
                                   printed, and written to bench/results/build.md and build.json
npm run bench:build -- --pairs 3   so many pairs
npm run bench:build -- --print     without writing`

/** Builds of one kind. `cache`: V8's code of modules is kept on disk from one run to the next, as Vite's command line has it since Node 22.1. */
interface Engine { readonly name: string; readonly path: string; readonly cache: boolean }

/** Those that npm has a package of for this machine. */
const engines = (root: string): Engine[] => [
  { name: `Node ${process.versions.node}`, path: process.execPath, cache: false },
  ...['node-22', 'node-24'].flatMap((name) => {
    const path = join(root, 'bench/node_modules', name, 'bin/node')
    return existsSync(path) ? [{ name: `Node ${spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim()}`, path, cache: true }] : []
  }),
]

/** Milliseconds: on the processor, of all threads; and on the wall. */
interface Took { readonly cpu: number; readonly wall: number }
interface Pair { readonly with: Took; readonly without: Took }

/** With the plugin: every file compiled anew, or as an earlier build has left it in `node_modules/.cache`. */
type Compiled = 'anew' | 'kept'

export interface BuildRow {
  readonly engine: string
  readonly cache: boolean
  readonly marked: number
  readonly compiled: Compiled
  readonly clock: 'cpu' | 'wall'
  readonly without: number
  readonly with: number
  /** Percent: the median of the pairs, and the quartiles. */
  readonly adds: readonly [low: number, median: number, high: number]
}

export async function main(args: string[], root: string): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean' }, print: { type: 'boolean' }, pairs: { type: 'string', default: '11' } } })
  if (values.help) return console.log(HELP)
  const pairs = Number(values.pairs)
  if (!Number.isSafeInteger(pairs) || pairs < 1) throw new Error(`--pairs takes a whole number of at least 1, got ${values.pairs}`)
  const rows = measureBuild(root, pairs)
  const page = report(rows, pairs)
  console.log(page)
  if (!values.print) console.log(`written: ${save(root, 'build', { page, value: { machine: machine(), pairs, rows } })}`)
}

export function measureBuild(root: string, pairs: number): BuildRow[] {
  const folder = mkdtempSync(join(tmpdir(), 'r4c-build-'))
  const projects = new Map([30, 0].map((marked) => [marked, writeProject(join(folder, String(marked)), marked)]))
  try {
    return engines(root).flatMap((engine) => kindsOf(engine).flatMap(([marked, compiled]) => {
      const build = buildIn(root, projects.get(marked)!, engine, join(folder, `cache of ${engine.name}`))
      // fills the caches
      if (engine.cache) build()
      if (engine.cache || compiled === 'kept') build(compiled)
      const all = Array.from({ length: pairs }, (_, pair) => {
        console.error(`  … ${engine.name}, ${marked} marked, ${compiled}, pair ${pair + 1} of ${pairs}`)
        return pairOf(build, compiled, pair % 2 === 0)
      })
      return (['cpu', 'wall'] as const).map((clock) => rowOf(all, engine, marked, compiled, clock))
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const kindsOf = ({ cache }: Engine): [marked: number, compiled: Compiled][] => [[30, 'anew'], [30, 'kept'], ...(cache ? [] : [[0, 'anew'] as [number, Compiled]])]

/** Without the plugin, where nothing is said. */
type Build = (compiled?: Compiled) => Took

/** One after the other, and in turn first. */
function pairOf(build: Build, compiled: Compiled, withFirst: boolean): Pair {
  const first = build(withFirst ? compiled : undefined)
  const second = build(withFirst ? undefined : compiled)
  return withFirst ? { with: first, without: second } : { with: second, without: first }
}

const buildIn = (root: string, project: string, { path, cache }: Engine, folder: string): Build => (compiled) => {
  const env = { ...process.env, ...(cache && { NODE_COMPILE_CACHE: folder }) }
  // results are kept where a build is started
  const { status, stdout, stderr } = spawnSync(path, [join(root, 'bench/build/child.mjs'), project, compiled ?? 'without'], { cwd: project, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`a build ended with ${status}\n${stdout}${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Took
}

function rowOf(pairs: readonly Pair[], { name: engine, cache }: Engine, marked: number, compiled: Compiled, clock: 'cpu' | 'wall'): BuildRow {
  const added = pairs.map((pair) => (pair.with[clock] / pair.without[clock] - 1) * 100).sort((a, b) => a - b)
  const [low, median, high] = [0.25, 0.5, 0.75].map((part) => Number(added[Math.round(part * (added.length - 1))]!.toFixed(1))) as [number, number, number]
  const middle = (side: keyof Pair): number => Math.round(pairs.map((pair) => pair[side][clock]).sort((a, b) => a - b)[pairs.length >> 1]!)
  return { engine, cache, marked, compiled, clock, without: middle('without'), with: middle('with'), adds: [low, median, high] }
}

const percent = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value)} %`

const report = (rows: readonly BuildRow[], pairs: number): string => `# Building

\`vite build\` of ${FILES} files of ${LINES} lines, with the plugin and without it: ${pairs} pairs, each build a process of its own. *Anew* it has to load the compiler and to warm up, as the first build does; *kept* are the results of an earlier build, as they are by default, so that a file is compiled when it has changed. *cpu* is the time on the processor, of all threads; *wall* is what a user waits for, and means something on an idle machine only.

${table(['Node', 'compile cache', 'files marked', 'compiled', 'time', 'without, ms', 'with, ms', 'the plugin adds', 'quartiles'], rows.map(({ engine, cache, marked, compiled, clock, without, with: ours, adds: [low, median, high] }) => [engine.replace('Node ', ''), cache ? 'yes' : 'no', marked, compiled, clock, without, ours, percent(median), `${percent(low)} to ${percent(high)}`]))}

With a *compile cache* V8 finds what it made of the modules in an earlier run on disk, those of Vite and of the plugin alike, as it does under Vite's command line since Node 22.1.

${machineLine(machine())}
`
