// Programs of the corpus with a few tokens deleted, swapped or doubled: what nobody would write, and what somebody has half written.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { parse } from '@resilience4cata/compiler/1-parse/parse'
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import { Chance } from '../combinations/chance.ts'

export interface Program { readonly file: string; readonly text: string }
export interface Ends { compiled: number; refused: number; untouched: number }

/** Of the house: what breaks careless transforms, and the inputs of all fixtures. */
export function corpus(root: string): Program[] {
  const files = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  const all = [...files('test/torture'), ...files('test/fixtures'), ...files('packages/policies/src')].filter((file) => /(torture\/.*\.(ts|tsx|cjs)|fixtures\/.*(input|fixed)\.ts)$/.test(file))
  return all.sort().map((file) => ({ file, text: readFileSync(join(root, file), 'utf8').replace(/\/\* expect:[^]*$/, '') })).filter(({ text }) => text.includes('resilience4cata'))
}

const TOKEN = /\s+|\/\/[^\n]*|[\w$#@]+|=>|\.\.\.|[^\s\w]/g

export function mutate({ text }: Program, chance: Chance): string {
  const tokens = text.match(TOKEN) ?? []
  for (let left = 1 + chance.of(3); left > 0; left--) {
    const at = chance.of(tokens.length), other = chance.of(4) === 0 ? chance.of(tokens.length) : Math.min(tokens.length - 1, at + 1 + chance.of(4))
    const change = chance.of(3)
    if (change === 0) tokens.splice(at, 1 + chance.of(2))
    else if (change === 1) [tokens[at], tokens[other]] = [tokens[other]!, tokens[at]!]
    else tokens.splice(other, 0, tokens[at]!)
  }
  return tokens.join('')
}

const LAYOUTS = ['lines', 'pretty'] as const, WORLDS = ['standard', 'legacy'] as const

/** What is wrong with how a program ends; nothing: it is compiled, refused with a code or left alone, and a second time changes nothing. */
export function fault(text: string, file: string, chance: Chance, ends: Ends): string | undefined {
  const options: CompileOptions = { id: `/project/${file}`, root: '/project', packageName: '@acme/shop', layout: chance.pick(LAYOUTS), decorators: chance.pick(WORLDS) }
  try {
    return faultOf(text, options, ends)
  } catch (error) {
    return `it throws: ${(error as Error).stack}`
  }
}

function faultOf(text: string, options: CompileOptions, ends: Ends): string | undefined {
  const { code, map, diagnostics } = compile(text, options)
  const odd = diagnostics.find((each) => !/^R4C-[A-Z]{2,3}-\d{3}$/.test(each.code) || !(each.at.start >= 0 && each.at.end <= text.length) || !each.message.startsWith(each.code))
  if (odd) return `a diagnostic without a code or a place: ${JSON.stringify(odd)}`
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (code === text) {
    if (map) return 'nothing has changed, and there is a map'
    ends[errors.length > 0 ? 'refused' : 'untouched']++
    return undefined
  }
  ends.compiled++
  if (errors.length > 0) return `it is changed in spite of ${errors[0]!.code}`
  if (!map) return 'it is changed without a map'
  if (!parse(code, options.id) && isValid(text, options.id)) return `the output can't be parsed:\n${code}`
  if (options.layout === 'lines' && code.split('\n').length !== text.split('\n').length) return `the output has other lines:\n${code}`
  return compile(code, options).code === code ? undefined : `compiled again, the output changes:\n${code}`
}

/** Our parser lets some mistakes pass that nobody else does: an arrow that begins a line. */
function isValid(text: string, file: string): boolean {
  try {
    transformSync(text, { loader: /\.(?:ts|tsx)$/.test(file) ? (file.endsWith('x') ? 'tsx' : 'ts') : 'jsx' })
    return true
  } catch {
    return false
  }
}

/** The first faults among so many mutated programs. */
export function mutateMany({ programs, seed, root, onProgram }: { programs: number; seed: number; root: string; onProgram?: (done: number) => void }): { ends: Ends; faults: string[] } {
  const all = corpus(root)
  const chance = new Chance(seed)
  const ends: Ends = { compiled: 0, refused: 0, untouched: 0 }
  const faults: string[] = []
  for (let done = 0; done < programs && faults.length < 10; done++) {
    const program = chance.pick(all)
    const text = mutate(program, chance)
    const found = fault(text, program.file, chance, ends)
    if (found) faults.push(`${program.file}, program ${done} of R4C_SEED=${seed}: ${found}\nof:\n${text}`)
    onProgram?.(done + 1)
  }
  return { ends, faults }
}
