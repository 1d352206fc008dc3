// One process for each row, engine and mode; the repeats are the outermost loop, so that slow drift meets every row alike.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ENGINES, PEERS, program, type Engine } from './programs.ts'
import type { Row } from './row.ts'

export interface Counted { readonly bytes: number; readonly promises: number; readonly turns: number; readonly reads: number; readonly timers: number; readonly controllers: number; readonly listeners: number }

export interface Figure {
  readonly row: string
  readonly engine: Engine
  /** Times the plain call, of each process. */
  readonly ratios: number[]
  /** Nanoseconds above the plain call, of each process. */
  readonly extra: number[]
  counted?: Counted
  failure?: string
}

export interface Wanted { readonly rows: readonly Row[]; readonly engines: readonly Engine[]; readonly repeats: number; readonly root: string; readonly tell: (line: string) => void }

export const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1]!

/** Writes the programs of all rows that an engine can run. */
async function programs({ rows, engines, root }: Omit<Wanted, 'repeats'>): Promise<Map<Figure, string>> {
  const cases = await casesOf(root)
  const modules = new Map<Figure, string>()
  for (const row of rows) for (const engine of engines) {
    if (engine === 'floor' ? !row.floor : (PEERS as readonly string[]).includes(engine) && !cases[engine]!.has(row.peersOf ?? row.name)) continue
    modules.set({ row: row.name, engine, ratios: [], extra: [] }, await program(row, engine, root))
  }
  return modules
}

export async function runAll({ repeats, ...wanted }: Wanted): Promise<Figure[]> {
  const { root, tell } = wanted
  const modules = await programs(wanted)
  const figures = [...modules.keys()]
  for (const [n, figure] of figures.entries()) {
    tell(`counting ${n + 1}/${figures.length} ${figure.engine}: ${figure.row}`)
    await count(figure, modules.get(figure)!, root)
  }
  for (let repeat = 1; repeat <= repeats; repeat++) for (const [n, figure] of figures.entries()) {
    if (figure.failure) continue
    tell(`timing ${repeat}/${repeats} ${n + 1}/${figures.length} ${figure.engine}: ${figure.row}`)
    await time(figure, modules.get(figure)!, root)
  }
  return figures
}

export interface Quick { readonly row: string; readonly engine: Engine; readonly bare: Latency; readonly call: Latency }
/** Relative margin of error in percent. */
interface Latency { readonly ns: number; readonly rme: number }

/** The same programs by tinybench: for a look. */
export async function runQuick(wanted: Omit<Wanted, 'repeats'>): Promise<Quick[]> {
  const quick: Quick[] = []
  for (const [{ row, engine }, module] of await programs(wanted)) {
    wanted.tell(`${engine}: ${row}`)
    quick.push({ row, engine, ...(await child([join(wanted.root, 'bench/time/quick.mjs'), module])) })
  }
  return quick
}

async function count(figure: Figure, module: string, root: string): Promise<void> {
  const run = (mode: string) => child(['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', join(root, 'test/cost/measure.mjs'), module, mode])
  try { figure.counted = { ...(await run('bytes')), ...(await run('counts')) } } catch (error) { figure.failure = said(error) }
}

/** V8 compiles on the measured thread: its others come late where the processor is busy, and then code that isn't optimised yet is what is measured. */
async function time(figure: Figure, module: string, root: string): Promise<void> {
  try {
    const { ratio, extra } = await child(['--no-concurrent-recompilation', join(root, 'bench/time/pairs.mjs'), module])
    figure.ratios.push(ratio)
    figure.extra.push(extra)
  } catch (error) { figure.failure = said(error) }
}

const child = (args: readonly string[]): Promise<any> => new Promise((done, failed) =>
  execFile(process.execPath, args, { timeout: 120_000 }, (error, stdout, stderr) => (error ? failed(new Error(stderr || String(error))) : done(JSON.parse(stdout.trim().split('\n').at(-1)!)))))

const said = (error: unknown): string => /^\w*Error: .*$/m.exec((error as Error).message)?.[0] ?? String(error)

/** Which rows each peer can answer. */
async function casesOf(root: string): Promise<Record<string, Set<string>>> {
  const found: Record<string, Set<string>> = {}
  for (const peer of PEERS) found[peer] = new Set(Object.keys((await import(pathToFileURL(join(root, `bench/peers/${peer}.mjs`)).href)).cases))
  return found
}

export const ALL: readonly Engine[] = [...ENGINES, ...PEERS]
