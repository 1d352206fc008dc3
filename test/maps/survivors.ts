// Which tokens of a program have to be found again in what it is compiled to. From the text alone, not from the map.
import { parse as parseTokens } from '@babel/parser'
import type { Node } from '@babel/types'
import { parse } from '@resilience4cata/compiler/1-parse/parse'
import { find } from '@resilience4cata/compiler/2-find/index'
import type { Value, WrittenLayer } from '@resilience4cata/compiler/site'
import { policies } from '@resilience4cata/policies/build'

export interface Range { readonly start: number; readonly end: number }

interface Token extends Range { readonly type: { readonly label: string } | string; readonly value?: unknown }

// words that belong to the syntax around a body, which changes
const SYNTAX = new Set(['async', 'of', 'as', 'satisfies', 'type', 'declare', 'from', 'static', 'this'])

/** Names, texts and numbers. */
export const namesAndValues = (text: string, file: string): Range[] =>
  tokensOf(text, file).filter(({ type, value }) => typeof type === 'object' && ['name', 'string', 'num', 'privateName', 'regexp', 'bigint'].includes(type.label) && !SYNTAX.has(String(value)))

/** The words that end a call. */
export const returns = (text: string, file: string): Range[] => tokensOf(text, file).filter(({ type }) => typeof type === 'object' && type.label === 'return')

/** The dots of a rest parameter with a decorator, which the parser's grammar doesn't have. */
const DECORATED_REST = /(?<=@\w+(?:\([^()]*\))?(?:\s|\/\/.*\n)*)\.\.\./g

function tokensOf(text: string, file: string): Token[] {
  const plugins = ['typescript', ...(/[jt]sx$|cjs$/.test(file) ? ['jsx'] : []), /@\w+[^;{]*\) ?@?[a-z]\w*(?::|\?:)/.test(text) && text.search(DECORATED_REST) < 0 ? 'decorators-legacy' : 'decorators', 'explicitResourceManagement', 'decoratorAutoAccessors'] as never
  const { tokens } = parseTokens(text.replace(DECORATED_REST, '   '), { sourceType: 'module', tokens: true, errorRecovery: true, allowReturnOutsideFunction: true, plugins })
  return tokens as Token[]
}

/** What goes: our imports, decorators and markers, but not what is evaluated there; and consts that aren't in `code` any more. */
export function goneFrom(text: string, file: string, code: string): Range[] {
  const tree = parse(text, file)!
  const { sites, ours } = find(tree, policies, { id: file })
  const range = ({ start, end }: { start?: number | null; end?: number | null }): Range => ({ start: start!, end: end! })
  const gone = ours.imports.map(({ declaration }) => range(declaration))
  gone.push(...ours.references.filter(({ imported }) => imported === 'attemptSignal').map(({ path }) => range(path.node)))
  for (const statement of tree.program.body) {
    const name = statement.type === 'VariableDeclaration' && statement.declarations[0]!.id
    if (name && name.type === 'Identifier' && !new RegExp(`\\bconst ${name.name}\\b`).test(code)) gone.push(range(statement))
  }
  for (const site of sites) {
    if (site.kind === 'method') gone.push(...[...site.decorators, ...(site.ofClass?.ours ?? [])].map(range))
    if (site.kind === 'marker') gone.push({ start: site.node.start!, end: site.fn.start! })
    if (site.kind === 'of') gone.push(range(site.property), range(site.node.callee))
    const fn = site.kind === 'method' ? site.node : site.kind === 'marker' ? site.fn : undefined
    if (fn && 'params' in fn) gone.push(...defaultsNobodyReads(fn.params, text.slice(fn.start!, fn.end!)).map(range))
  }
  const moved = sites.flatMap((site) => [...site.layers.flatMap(valuesOf), ...(site.signal ? [site.signal] : [])]).filter(({ kind }) => kind === 'expression').map(({ at }) => at)
  return gone.flatMap((range) => without(range, moved.filter(({ start, end }) => range.start <= start && end <= range.end)))
}

/** Literals, of parameters whose names aren't mentioned again. */
const defaultsNobodyReads = (params: readonly Node[], fn: string): Node[] =>
  params.flatMap((param) => (param.type === 'AssignmentPattern' && param.left.type === 'Identifier' && param.right.type.endsWith('Literal') && fn.split(param.left.name).length === 2 ? [param.right] : []))

/** Of a layer that acts. */
function valuesOf({ options, leading }: WrittenLayer): Value[] {
  const entries = options.kind === 'object' ? options.entries : new Map<string, Value>()
  const enabled = entries.get('enabled')
  return enabled?.kind === 'literal' && enabled.value === false ? [] : [...entries.values(), ...(leading ? [leading.value] : [])]
}

function without({ start, end }: Range, parts: readonly Range[]): Range[] {
  const inOrder = [...parts].sort((a, b) => a.start - b.start)
  return [...inOrder.map((part, i) => ({ start: i === 0 ? start : inOrder[i - 1]!.end, end: part.start })), { start: inOrder.at(-1)?.end ?? start, end }]
}
