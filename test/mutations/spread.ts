// Programs of the corpus with comments and line breaks between their tokens, wherever the language lets them stand: all of them come to the same.
import { parse, type ParserPlugin, type ParseResult } from '@babel/parser'
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import type { Chance } from '../combinations/chance.ts'
import type { Program } from './mutate.ts'

interface Added { readonly at: number; readonly text: string }

const BETWEEN = [' /* c */ ', '\n', ' // c\n', ' /*\n*/ ', '\t', '\r\n', " /* ' */ ", ' /* ` */ ', '/* } */', ' /* async */ ', '/* => */', ' /*(*/ ', '\n\n  ', ' // ) { async => }\n', '/* @Retry() */', ' /* ; */ ']
const OTHERS: readonly ParserPlugin[] = ['decoratorAutoAccessors', 'explicitResourceManagement']

function read(text: string, file: string): ParseResult | undefined {
  const language: ParserPlugin[] = file.endsWith('x') ? ['typescript', 'jsx'] : file.endsWith('.cjs') ? [] : ['typescript']
  for (const decorators of ['decorators', 'decorators-legacy'] as const) {
    try {
      return parse(text, { sourceType: file.endsWith('.cjs') ? 'script' : 'module', tokens: true, plugins: [decorators, ...OTHERS, ...language] })
    } catch { /* the other plugin may read it */ }
  }
  return undefined
}

const PLACES = new Set(['start', 'end', 'loc', 'extra', 'comments', 'tokens', 'errors', 'leadingComments', 'trailingComments', 'innerComments'])

/** What a text says, wherever it says it. Ids may have a piece of it. */
function shape(text: string, file: string): string | undefined {
  const keep = (key: string, value: any): unknown => {
    if (PLACES.has(key)) return undefined
    if (Array.isArray(value)) return value.filter((each) => each?.type !== 'EmptyStatement')
    if (value?.type === 'TemplateElement') return value.value.cooked
    return typeof value === 'string' && value.includes(file) ? '' : value
  }
  const tree = read(text, file)
  return tree && JSON.stringify(tree.program, keep)
}

const withAll = (text: string, added: readonly Added[]): string => [...added].reverse().reduce((whole, { at, text: more }) => whole.slice(0, at) + more + whole.slice(at), text)

/** Those that change nothing. */
function harmless(added: readonly Added[], isSame: (added: readonly Added[]) => boolean): readonly Added[] {
  if (added.length === 0 || isSame(added)) return added
  if (added.length === 1) return []
  const half = added.length >> 1
  return [...harmless(added.slice(0, half), isSame), ...harmless(added.slice(half), isSame)]
}

export function spread({ file, text }: Program, chance: Chance): string | undefined {
  const tokens = read(text, file)?.tokens ?? []
  const odds = chance.pick([2, 10, 50])
  // our parser lets an arrow begin a line, which nobody else does; and a name that stands for a call has no room for its lines
  const kept = [...text.matchAll(/=>|attemptSignal\(\)/g)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
  const places = tokens.map(({ start }: { start: number }) => start).filter((at: number) => at > 0 && chance.of(odds) === 0 && !kept.some(({ start, end }) => start <= at && at < end))
  const expected = shape(text, file)
  const isSame = (added: readonly Added[]) => shape(withAll(text, added), file) === expected
  const added = harmless(places.map((at: number) => ({ at, text: chance.pick(BETWEEN) })), isSame)
  return added.length > 0 && isSame(added) ? withAll(text, added) : undefined
}

/** How two programs that say the same come to something else; `'another form'` where what can't be folded to one line is interpreted. */
export function apart(one: string, other: string, file: string, chance: Chance): string | undefined {
  const options: CompileOptions = { id: `/project/${file}`, root: '/project', layout: chance.pick(['lines', 'pretty'] as const), decorators: chance.pick(['standard', 'legacy'] as const) }
  const [first, second] = [one, other].map((text) => compile(text, options)) as [ReturnType<typeof compile>, ReturnType<typeof compile>]
  const [said, saidThen] = [first, second].map(({ diagnostics }) => diagnostics.map(({ code }) => code).sort().join(' '))
  if (said !== saidThen) return `${saidThen} in place of ${said}:\n${other}`
  if (JSON.stringify(first.sites.map(({ form }) => form)) !== JSON.stringify(second.sites.map(({ form }) => form))) return 'another form'
  if (shape(first.code, file) !== shape(second.code, file)) return `the output is another:\n${second.code}\nof:\n${other}`
  if (options.layout === 'lines' && second.code.split('\n').length !== other.split('\n').length) return `the output has other lines:\n${second.code}\nof:\n${other}`
  return undefined
}
