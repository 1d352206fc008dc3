// `npm run bench`: what a call costs, beside the plain call, the floor by hand, the interpreter and the peers.
import { parseArgs } from 'node:util'
import { machine, save, versions } from './results.ts'
import type { Engine } from './time/programs.ts'
import { quickTable, report } from './time/report.ts'
import { rows } from './time/rows.ts'
import { ALL, runAll, runQuick } from './time/run.ts'

const HELP = `npm run bench                               all rows and engines, 3 processes each; written to bench/results/time.md and time.json
npm run bench -- --repeats 9                more processes
npm run bench -- --only retry --only six    rows whose name contains one of these; printed, not written
npm run bench -- --engines compiled,floor   of ${ALL.join(', ')}; printed, not written
npm run bench -- --quick                    a look at the same by tinybench, whose own clock is in its figures; printed, not written
npm run bench -- --list                     the names of the rows`

export async function main(args: string[], root: string): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean' }, list: { type: 'boolean' }, quick: { type: 'boolean' }, only: { type: 'string', multiple: true }, engines: { type: 'string' }, repeats: { type: 'string', default: '3' } } })
  if (values.help) return console.log(HELP)
  if (values.list) return console.log(rows.map(({ name }) => name).join('\n'))
  const repeats = Number(values.repeats)
  if (!Number.isSafeInteger(repeats) || repeats < 1) throw new Error(`--repeats is a whole number above 0, got ${values.repeats}`)
  const engines = values.engines === undefined ? ALL : values.engines.split(',').map(engineOf)
  const chosen = rows.filter(({ name }) => !values.only || values.only.some((part) => name.includes(part)))
  if (chosen.length === 0) throw new Error(`no row has ${values.only} in its name; --list shows them`)
  if (values.quick) return console.log(quickTable(await runQuick({ rows: chosen, engines, root, tell })))
  const figures = await runAll({ rows: chosen, engines, repeats, root, tell })
  process.stderr.write('\n')
  const at = machine(), bench = { rows: chosen, figures, repeats }
  const page = report(bench, versions(root), at)
  console.log(page)
  if (chosen.length === rows.length && engines === ALL) console.log(`written: ${save(root, 'time', page, { machine: at, versions: versions(root), repeats, figures })}`)
}

function engineOf(name: string): Engine {
  const found = ALL.find((engine) => engine === name)
  if (!found) throw new Error(`no engine ${name}; there are ${ALL.join(', ')}`)
  return found
}

const tell = (line: string) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K  … ${line}` : `  … ${line}\n`)
