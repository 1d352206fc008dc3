// What becomes of the async functions of public packages: those that are installed here anyway.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@resilience4cata/compiler/index'
import { markAll } from './mark.ts'

export interface Survey {
  /** Functions by package. */
  readonly packages: ReadonlyMap<string, number>
  inlined: number
  /** The others, by reason. */
  readonly others: Map<string, number>
  /** Files that don't mention us, and what is wrong with any. */
  untouched: number
  readonly faults: string[]
}

const LARGEST = 200_000
/** Of one package, so that a large one doesn't decide. */
const MOST = 40

export function survey(modules: string, onPackage: (name: string) => void = () => {}): Survey {
  const found = { packages: new Map<string, number>(), inlined: 0, others: new Map<string, number>(), untouched: 0, faults: [] as string[] }
  for (const name of packagesOf(modules)) {
    let functions = 0
    for (const file of filesOf(join(modules, name))) {
      if (functions >= MOST) break
      functions += surveyFile(file, `/project/node_modules/${name}/${file.slice(join(modules, name).length + 1)}`, found)
    }
    if (functions > 0) found.packages.set(name, functions)
    onPackage(name)
  }
  return found
}

function surveyFile(file: string, id: string, found: Survey): number {
  const code = readFileSync(file, 'utf8')
  const options = { id, root: '/project', packageName: 'project' }
  const plain = compile(code, options)
  found.untouched++
  if (plain.code !== code || plain.map || plain.diagnostics.length > 0) found.faults.push(`${id} doesn't mention us and is changed`)
  if (!/\basync\b/.test(code)) return 0
  const { text, marked } = markAll(code) ?? { text: '', marked: 0 }
  if (marked === 0) return 0
  const { sites, diagnostics } = compile(text, options)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const { message } of errors) found.faults.push(`${id}: ${message}`)
  if (errors.length === 0 && sites.length !== marked) found.faults.push(`${id}: ${marked} functions are marked, ${sites.length} are found`)
  for (const { form } of sites) {
    if (form.kind === 'inlined') found.inlined++
    else found.others.set(`${form.kind}: ${form.because}`, (found.others.get(`${form.kind}: ${form.because}`) ?? 0) + 1)
  }
  return sites.length
}

export const packagesOf = (modules: string): string[] =>
  readdirSync(modules).sort().flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).sort().map((inner) => `${name}/${inner}`) : [name]))
    .filter((name) => !name.startsWith('.') && !/resilience4cata/.test(name))

export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().map((file) => join(folder, file))
    .filter((file) => /\.m?js$/.test(file) && !/\.min\.|\/node_modules\//.test(file.slice(folder.length)) && statSync(file).isFile() && statSync(file).size < LARGEST)
    .slice(0, 400)
}
