// Where figures go: a page and a chart for people and the same as JSON, under the line of the machine that they are from.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

export interface Machine { readonly node: string; readonly v8: string; readonly cpu: string; readonly cores: number; readonly memory: string; readonly load: string; readonly at: string }

export const machine = (): Machine => ({
  node: process.versions.node,
  v8: process.versions.v8,
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  load: loadavg()[0]!.toFixed(1),
  at: new Date().toISOString().slice(0, 16).replace('T', ' '),
})

export const machineLine = ({ node, v8, cpu, cores, memory, load, at }: Machine): string => `Node ${node} (V8 ${v8}), ${cpu}, ${cores} cores, ${memory}, load ${load} when it ended, ${at} UTC.`

/** The exact versions of what was measured, from the manifest of the bench. */
export const versions = (root: string): Record<string, string> => JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8')).dependencies

export interface Results { readonly page: string; readonly chart?: string; readonly value: object }

/** Writes `<name>.md`, `<name>.json` and, where there is a chart, `<name>.svg`; answers where. */
export function save(root: string, name: string, { page, chart, value }: Results): string {
  const folder = join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), page)
  if (chart) writeFileSync(join(folder, `${name}.svg`), chart)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value, null, 1)}\n`)
  return `bench/results/${name}.md`
}

/** What an earlier run has saved. */
export const saved = (root: string, name: string): any => JSON.parse(readFileSync(join(root, `bench/results/${name}.json`), 'utf8'))
