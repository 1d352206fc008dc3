// `npm run bench`: what a call costs, beside the plain call, the floor by hand, the interpreter and the peers.
import { parseArgs } from 'node:util'
import { machine, save, saved, versions, type Machine } from './results.ts'
import { chart } from './time/chart.ts'
import type { Engine } from './time/programs.ts'
import { quickTable, report } from './time/report.ts'
import { rows } from './time/rows.ts'
import { ALL, runAll, runQuick, type Figure } from './time/run.ts'

const HELP = `npm run bench                               all rows and engines, 3 processes each; written to bench/results/time.md, .svg and .json
npm run bench -- --repeats 9                more processes
npm run bench -- --only retry --only six    rows whose name contains one of these; printed, not written
npm run bench -- --engines compiled,floor   of ${ALL.join(', ')}; printed, not written
npm run bench -- --quick                    a look at the same by tinybench, whose own clock is in its figures; printed, not written
npm run bench -- --only six --update        these rows anew, in the results of the last whole run
npm run bench -- --render                   page and chart anew from the figures of the last run
npm run bench -- --list                     the names of the rows`

export async function main(args: string[], root: string): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean' }, list: { type: 'boolean' }, quick: { type: 'boolean' }, render: { type: 'boolean' }, update: { type: 'boolean' }, only: { type: 'string', multiple: true }, engines: { type: 'string' }, repeats: { type: 'string', default: '3' } } })
  if (values.help) return console.log(HELP)
  if (values.list) return console.log(rows.map(({ name }) => name).join('\n'))
  if (values.render) return write(saved(root, 'time'), root)
  const repeats = Number(values.repeats)
  if (!Number.isSafeInteger(repeats) || repeats < 1) throw new Error(`--repeats is a whole number above 0, got ${values.repeats}`)
  const engines = values.engines === undefined ? ALL : values.engines.split(',').map(engineOf)
  const chosen = rows.filter(({ name }) => !values.only || values.only.some((part) => name.includes(part)))
  if (chosen.length === 0) throw new Error(`no row has ${values.only} in its name; --list shows them`)
  if (values.quick) return console.log(quickTable(await runQuick({ rows: chosen, engines, root, tell })))
  const figures = await runAll({ rows: chosen, engines, repeats, root, tell })
  process.stderr.write('\n')
  const results = { machine: machine(), versions: versions(root), figures }
  if (chosen.length === rows.length && engines === ALL) write(results, root)
  else if (values.update) write(updated(saved(root, 'time'), figures), root)
  else console.log(report({ rows: chosen, figures }, results.versions, results.machine))
}

interface Results { readonly machine: Machine; readonly versions: Record<string, string>; readonly figures: readonly Figure[] }

/** Figures measured anew in place of the earlier ones. */
const updated = (last: Results, figures: readonly Figure[]): Results =>
  ({ ...last, figures: last.figures.map((one) => figures.find(({ row, engine }) => row === one.row && engine === one.engine) ?? one) })

function write(value: Results, root: string): void {
  const page = report({ rows, ...value }, value.versions, value.machine)
  console.log(page)
  console.log(`written: ${save(root, 'time', { page, chart: chart(value.figures), value })}`)
}

function engineOf(name: string): Engine {
  const found = ALL.find((engine) => engine === name)
  if (!found) throw new Error(`no engine ${name}; there are ${ALL.join(', ')}`)
  return found
}

const tell = (line: string) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K  … ${line}` : `  … ${line}\n`)
