// `npm run bench` as a page: ratios first.
import { machineLine, type Machine } from '../results.ts'
import { table } from '../table.ts'
import { ENGINES, PEERS, type Engine } from './programs.ts'
import type { Row } from './row.ts'
import { median, type Figure, type Quick } from './run.ts'

export interface Bench { readonly rows: readonly Row[]; readonly figures: readonly Figure[] }

export const figureOf = ({ figures }: Bench, row: string, engine: Engine): Figure | undefined => figures.find((one) => one.row === row && one.engine === engine)

const short = (ratio: number) => (ratio < 20 ? ratio.toFixed(2) : Math.round(ratio).toLocaleString('en-US'))

/** The median of the processes; from the lowest to the highest where that is worth knowing. */
function ratio(figure: Figure | undefined): string {
  if (!figure) return '–'
  if (figure.failure) return `fails: ${figure.failure}`
  if (figure.ratios.length === 0) return '–'
  const [low, high] = [Math.min(...figure.ratios), Math.max(...figure.ratios)]
  return `${short(median(figure.ratios))} <sub>${short(low)}–${short(high)}</sub>`
}

/** Runs of one engine or another are kept beside each other, so they may have had different numbers of them. */
function processes({ figures }: Pick<Bench, 'figures'>): string {
  const measured = figures.filter((figure) => figure.ratios.length > 0)
  const counts = [...new Set(measured.map((figure) => figure.ratios.length))].sort((a, b) => b - a)
  const by = (count: number) => [...new Set(measured.filter((figure) => figure.ratios.length === count).map(({ engine }) => engine))].join(', ')
  return counts.length === 1 ? String(counts[0]) : counts.map((count) => `${count} (${by(count)})`).join(' or ')
}

const reached = (row: Row, bench: Bench) => {
  const found = figureOf(bench, row.name, 'compiled')
  if (row.wanted === undefined || !found || found.ratios.length === 0) return row.wanted?.toFixed(2) ?? ''
  return `${row.wanted.toFixed(2)} ${median(found.ratios) <= row.wanted ? '✓' : '✗'}`
}

const ratios = (bench: Bench, engines: readonly Engine[]) =>
  table(['', 'wanted', ...engines], bench.rows.map((row) => [row.name, reached(row, bench), ...engines.map((engine) => ratio(figureOf(bench, row.name, engine)))]))

const counted = (bench: Bench, engine: Engine) =>
  table(['', 'ns', 'bytes', 'promises', 'turns', 'clock reads', 'timers', 'controllers', 'listeners'], bench.rows.flatMap((row) => {
    const { counted: c, extra = [] } = figureOf(bench, row.name, engine) ?? {}
    return c ? [[row.name, extra.length > 0 ? Math.round(median(extra)) : '–', Math.round(c.bytes), c.promises, c.turns, c.reads, c.timers, c.controllers, c.listeners]] : []
  }))

export const report = (bench: Bench, versions: Readonly<Record<string, string>>, machine: Machine): string => `# Time

One call beside the same call without policies, in one process: the two alternate in chunks of 20 ms of processor time, and the ratio is the median of the ratios of the pairs; of ${processes(bench)} processes the median, behind it the lowest and the highest. 1.00 is the plain call: one await of a promise that is there.
Read ratios; the machine is shared. ${machineLine(machine)}

Beside: ${Object.entries(versions).filter(([name]) => name !== 'tinybench').map(([name, version]) => `${name} ${version}`).join(', ')}; opossum with p-retry and p-limit.

## Ratio to the plain call

${ratios(bench, ENGINES)}

## Beside others

${ratios({ ...bench, rows: bench.rows.filter((row) => PEERS.some((peer) => figureOf(bench, row.name, peer))) }, ['compiled', ...PEERS])}

${ENGINES.map((engine) => `## What a ${engine === 'floor' ? 'call of the floor' : `call costs ${engine}`}\n\nAbove the plain call. Nanoseconds are of this machine, all else is counted.\n\n${counted(bench, engine)}`).join('\n\n')}
`

const latency = ({ ns, rme }: Quick['call']) => `${Math.round(ns).toLocaleString('en-US')} ±${rme.toFixed(1)} %`

export const quickTable = (quick: readonly Quick[]): string =>
  table(['', 'engine', 'ns', 'plain', 'ratio'], quick.map(({ row, engine, bare, call }) => [row, engine, latency(call), latency(bare), (call.ns / bare.ns).toFixed(2)]))
