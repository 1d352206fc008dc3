// One row of the table: what a host does with the program, beside what the same host does with the program compiled beforehand.
import { join } from 'node:path'
import { transform } from '@swc/core'
import { expect } from 'vitest'
import { compile } from '@resilience4cata/compiler/index'
import { FILES, MISTAKE, MISTAKEN, PLACES, TRACE, UNUSED, type Call, type Place } from './program.ts'

export interface Ran {
  /** What the program printed. */
  readonly printed: string
  /** All code that the host made, if it shows it. */
  readonly code?: string
}

export interface Host {
  /** Builds `src/main.ts` and runs it; throws what the user gets to read if it can't. */
  run(root: string, ours: boolean): Promise<Ran>
  /** As small as the host makes it. For hosts that leave that to a minifier. */
  shrink?(root: string): Promise<string>
  /** How far stacks are right. `line` where the host, or the engine, doesn't follow maps to the column. */
  readonly stack: 'exact' | 'line'
  /** It makes `(0, module.name)()` of the call of an import: how far behind the name a stack then places the call. */
  readonly behindName?: number
  /** It can't look at other modules: sites with their bundles are interpreted. */
  readonly alone?: true
  /** Frames that are off, by the name of the stack, and why. */
  readonly off?: Readonly<Record<string, string>>
}

export interface Row { readonly host: string; readonly compiles: string; readonly trace: string; readonly stack: string; readonly shaken: string; readonly error: string }

type MakeProject = (files: Readonly<Record<string, string>>) => string

interface Printed { readonly trace: unknown; readonly functions: string[]; readonly stacks: Record<string, string> }

export async function judge(host: string, { run, shrink, stack, behindName, alone, off = {} }: Host, project: MakeProject): Promise<Row> {
  const root = project(FILES)
  const before = project(compiledBefore(root, alone ? {} : { './policies.ts': FILES['src/policies.ts'] }))
  const [made, wanted] = [await run(root, true), await run(before, false)]
  const [seen, theirs] = [made, wanted].map(({ printed }) => JSON.parse(printed.slice(printed.indexOf('{'))) as Printed) as [Printed, Printed]

  expect(await Promise.all(seen.functions.map(normalFunction))).toEqual(await Promise.all(theirs.functions.map(normalFunction)))
  expect(seen.functions.filter((text) => !text.includes('r4c$')), 'functions as they were, or as the interpreter has them').toHaveLength(alone ? 1 : 0)
  if (made.code !== undefined) expect(await normal(unrooted(made.code, root))).toBe(await normal(unrooted(wanted.code!, before)))
  expect([seen.trace, theirs.trace]).toEqual([TRACE, TRACE])

  for (const [name, places] of Object.entries(PLACES)) {
    const found = framesOf(seen.stacks[name]!).slice(0, places.length)
    const said = `${name}\n${seen.stacks[name]}`
    if (off[name]) expect(found.map(lineOf), said).not.toEqual(places.map(lineOf))
    else if (stack === 'exact') expect(found, said).toEqual(places.map((place) => placeOf(place, behindName)))
    else expect(found.map(lineOf), said).toEqual(places.map(lineOf))
  }
  const small = shrink ? await shrink(root) : made.code
  if (small !== undefined) expect(small).not.toMatch(UNUSED)
  return { host, compiles: alone ? 'yes, but for bundles of other modules' : 'yes', trace: 'same', stack: [stack, ...new Set(Object.values(off))].join(', but for '), shaken: small === undefined ? '–' : 'yes', error: await mistakeOf(run, project) }
}

const placeOf = (place: Place | Call, behindName: number | undefined): Place => {
  const { file, line, column } = place
  return { file, line, column: 'called' in place && behindName !== undefined ? column + place.called.length + behindName : column }
}

/** The sources as the compiler leaves them, for a host without us. */
function compiledBefore(root: string, modules: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, name.endsWith('.ts') ? compile(text, { id: join(root, name), root, packageName: 'acme', modules }).code : text]))
}

async function mistakeOf(run: Host['run'], project: MakeProject): Promise<string> {
  const failure = await run(project(MISTAKEN), true).then(() => undefined, (error: unknown) => error)
  expect(failure, 'a mistake must end the build').toBeInstanceOf(Error)
  // eslint-disable-next-line no-control-regex
  const said = (failure as Error).message.replaceAll(/\x1b\[[\d;]*m/g, '')
  expect(said.match(/R4C-ATR-003 {2}/g), said).toHaveLength(1)
  expect(said).toContain(`src/${MISTAKE.file}:${MISTAKE.line}:${MISTAKE.column}`)
  expect(said).toContain('maxAttempts must be a whole number at least 1, got 0')
  return `once, ${MISTAKE.file}:${MISTAKE.line}:${MISTAKE.column}`
}

const lineOf = ({ file, line }: Place): string => `${file}:${line}`

const framesOf = (stack: string): Place[] => [...stack.matchAll(/([\w-]+\.ts):(\d+):(\d+)/g)].map(([, file, line, column]) => ({ file: file!, line: Number(line), column: Number(column) }))

const unrooted = (code: string, root: string): string => code.replaceAll(root, '').replace(/^\/\/# sourceMappingURL=.*$/gm, '')

/** As one printer prints it: line breaks, comments and brackets are a matter of taste. */
const normal = async (code: string): Promise<string> =>
  (await transform(code, { swcrc: false, configFile: false, minify: true, jsc: { target: 'es2022', parser: { syntax: 'ecmascript' }, minify: { compress: false, mangle: false, format: { comments: false } } } })).code

// a method's text is only one within an object, and private names only ones within their class
async function normalFunction(text: string): Promise<string> {
  const open = text.replaceAll('#r4c$', '$r4c$')
  return await normal(`(${open})`).catch(() => normal(`({ ${open} })`))
}

export function printTable(rows: readonly Row[]): void {
  const head: Row = { host: 'host', compiles: 'compiles', trace: 'trace', stack: 'stack', shaken: 'unused is shaken', error: 'mistake is told' }
  const columns = Object.keys(head) as (keyof Row)[]
  const widths = columns.map((column) => Math.max(...[head, ...rows].map((row) => row[column].length)))
  const lines = [head, ...rows].map((row) => columns.map((column, index) => row[column].padEnd(widths[index]!)).join('   ').trimEnd())
  console.log(['', ...lines, ''].join('\n'))
}

