// `resilient(policies, fn)` → `fn` with its frame. Its instances stand in front of the statement, or, where that could be told apart, around the function.
import type { Node } from '@babel/types'
import { functionOf } from '../3-plan/function-of.ts'
import type { Plan } from '../plan.ts'
import type { MarkerSite } from '../site.ts'
import type { Piece } from './edits.ts'
import type { Emission } from './emission.ts'
import { frameOf } from './frame.ts'
import { emitFunction } from './function.ts'
import { declarationsOf, instancesOf, type Declaration } from './instances.ts'
import { interpretMarker } from './interpreted.ts'
import type { Layout } from './lines.ts'
import { declareBefore, statementOf } from './placement.ts'
import { isWrittenOff } from './written-off.ts'

export function emitMarker(plan: Plan, site: MarkerSite, emission: Emission): void {
  if (plan.form.kind === 'interpreted') return interpretMarker(plan, site, emission)
  const path = emission.pathTo(site.node)
  if (isWrittenOff(plan)) return inPlace(site, bracketed(path.at(-2), site.fn), emission)
  const instances = instancesOf(plan, emission)
  const { framed, outside } = frameOf(plan, functionOf(site)!, instances, emission)
  const declarations = declarationsOf(plan, instances, outside, emission)
  const standing = statementOf(path)
  const inFront = standing && (declarations.length === 0 || mayStandInFront(plan, site, standing.statement, standing.between))
  if (inFront) declareBefore(standing, declarations, emission)
  inPlace(site, inFront ? bracketed(path.at(-2), site.fn) : inFunction(declarations, emission.layoutAt(site.node.start!)), emission)
  emitFunction(framed, emission)
}

/** The function in place of the marker. */
function inPlace({ node, fn }: MarkerSite, around: Around, emission: Emission): void {
  emission.gone.push({ start: node.start!, end: fn.start! })
  emission.edits.replace(node.start!, node.end!, [
    ...around.open,
    ...emission.breaks(node.start!, fn.start!),
    { from: fn.start!, to: fn.end!, indent: around.indent },
    ...emission.breaks(fn.end!, node.end!),
    ...around.close,
  ])
}

/** What stands around the function in place of the marker. */
interface Around { readonly open: readonly Piece[]; readonly close: readonly Piece[]; readonly indent: string }

/** Nothing between the statement and the marker may run more or less often than the statement, and nothing in front of the options may be seen by them. */
function mayStandInFront({ frames }: Plan, { node, signal, registry, name }: MarkerSite, statement: Node, between: readonly Node[]): boolean {
  if (between.some(({ type }) => OWN_PASSAGE.test(type))) return false
  if (!STRAIGHT.has(statement.type)) return false
  const plain = [signal, registry, name].every((value) => value?.kind !== 'expression') && frames.every(({ layers }) => layers.every(({ options }) => [...options.values()].every((value) => value.kind === 'literal')))
  return plain || isFirstIn(statement, node, between)
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

const HOLDS_ANY = new Set(['VariableDeclarator', 'ObjectProperty', 'ClassProperty', 'ClassPrivateProperty', 'ArrayExpression', 'AssignmentPattern'])

/** Brackets where a function would be read differently, or a line break end the statement. */
function bracketed(parent: Node | undefined, fn: Node): Around {
  const isArgument = parent?.type === 'CallExpression' && parent.callee.end! <= fn.start!
  if (parent && (HOLDS_ANY.has(parent.type) || isArgument)) return { open: [], close: [], indent: '' }
  const at = fn.start!
  return { open: [{ text: '(', at }], close: [{ text: ')', at }], indent: '' }
}

/** Each passage has its own: `(() => { const r4c$retry0 = …; return async () => {…} })()`. */
function inFunction(declarations: readonly Declaration[], { pretty, base, unit }: Layout): Around {
  const { at } = declarations[0]!
  const start = pretty ? `\n${base}${unit}` : ' ', end = pretty ? '' : ';'
  const consts = declarations.flatMap(({ pieces, at }): Piece[] => [{ text: start, at }, ...pieces, { text: end, at }])
  return {
    open: [{ text: '(() => {', at }, ...consts, { text: `${start}return ${pretty ? '' : '('}`, at }],
    close: [{ text: pretty ? `\n${base}})()` : ') })()', at }],
    indent: pretty ? unit : '',
  }
}
