// Where the consts of a marker or of a class expression stand: in front of its statement where nothing could tell, else right around it, so that each passage has its own.
import type { Node } from '@babel/types'
import type { Scopes } from '../1-parse/scopes.ts'
import type { Plan } from '../plan.ts'
import type { Piece } from './edits.ts'
import type { Declaration } from './instances.ts'
import type { Layout } from './lines.ts'
import type { Standing } from './placement.ts'

/** What stands around a piece of the user's text. */
export interface Around { readonly open: readonly Piece[]; readonly close: readonly Piece[]; readonly indent: string }

/** `node`: what is evaluated behind them at once. Nothing between the statement and the site may run more or less often than the statement, and nothing in front of the options may be seen by them. */
export function mayStandInFront(plans: readonly Plan[], node: Node | undefined, { statement, between }: Standing): boolean {
  if (between.some(({ type }) => OWN_PASSAGE.test(type))) return false
  if (!STRAIGHT.has(statement.type)) return false
  return plans.every(isPlain) || (node !== undefined && isFirstIn(statement, node, between))
}

/**
 * What a module gives to a function that nobody declares may be a macro's, `defineProps({ … })`: another compiler takes it out of the module's code, and only what stands inside goes with it.
 * So it is with defaults of what such a call gives.
 */
export const isForMacro = ({ holder, between }: Standing, scopes: Scopes): boolean => {
  const asksMacro = (node: Node | null | undefined) => node?.type === 'CallExpression' && node.callee.type === 'Identifier' && !scopes.resolve(node.callee)
  return holder.type === 'Program' && between.some((node) => asksMacro(node) || (node.type === 'VariableDeclarator' && asksMacro(node.init)))
}

/** Nothing of it depends on where it is evaluated. */
function isPlain({ frames, site, unasked, inPlace }: Plan): boolean {
  const values = [site.signal, site.registry, site.name, site.classifier, ...unasked, ...frames.flatMap(({ layers }) => layers).flatMap(({ options }) => [...options.values()])]
  return values.every((value) => value?.kind !== 'expression' || inPlace.includes(value) || value.stand?.holder.type === 'VariableDeclaration') && !(site.kind === 'method' && site.ofClass?.stand.values.size)
}

const OWN_PASSAGE = /Function|Method|Class|Statement$|StaticBlock/
const STRAIGHT = new Set(['VariableDeclaration', 'ExportNamedDeclaration', 'ExportDefaultDeclaration', 'ReturnStatement', 'ExpressionStatement'])
const TRANSPARENT = new Set(['VariableDeclaration', 'VariableDeclarator', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression'])

/** `const price = resilient(…)`: what the statement evaluates first. */
function isFirstIn(statement: Node, marker: Node, between: readonly Node[]): boolean {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'VariableDeclaration') {
    const first = declaration.declarations[0]
    return first?.id.type === 'Identifier' && first.init != null && first.init.start! <= marker.start! && marker.end! <= first.init.end! && between.every(({ type }) => TRANSPARENT.has(type))
  }
  return (statement.type === 'ReturnStatement' || statement.type === 'ExportDefaultDeclaration') && between.every(({ type }) => TRANSPARENT.has(type))
}

/** Each passage has its own: `(() => { const r4c$retry0 = …; return async () => {…} })()`. */
export function inFunction(declarations: readonly Declaration[], { pretty, base, unit }: Layout): Around {
  const { at } = declarations[0]!
  const start = pretty ? `\n${base}${unit}` : ' ', end = pretty ? '' : ';'
  const consts = declarations.flatMap(({ pieces, at }): Piece[] => [{ text: start, at }, ...pieces, { text: end, at }])
  return {
    open: [{ text: '(() => {', at }, ...consts, { text: `${start}return ${pretty ? '' : '('}`, at }],
    close: [{ text: pretty ? `\n${base}})()` : ') })()', at }],
    indent: pretty ? unit : '',
  }
}
