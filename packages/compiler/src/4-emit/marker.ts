// `resilient(policies, fn)` → `fn` with its frame. Its instances stand in front of the statement, or, where that could be told apart, around the function.
import type { Node } from '@babel/types'
import { functionOf } from '../3-plan/function-of.ts'
import { isWrittenOff } from '../3-plan/written-off.ts'
import type { Plan } from '../plan.ts'
import type { MarkerSite } from '../site.ts'
import type { Emission } from './emission.ts'
import { frameOf } from './frame.ts'
import { emitFunction } from './function.ts'
import { givenAround } from './given.ts'
import { declarationsOf, instancesOf, voidedOf } from './instances.ts'
import { interpretMarker } from './interpreted.ts'
import { inFunction, isForMacro, mayStandInFront, type Around } from './passage.ts'
import { declareBefore, statementOf, type Standing } from './placement.ts'
import { typeParameters } from './untyped.ts'

export function emitMarker(plan: Plan, site: MarkerSite, emission: Emission): void {
  if (plan.form.kind === 'interpreted') return interpretMarker(plan, site, emission)
  const path = emission.pathTo(site.node)
  const standing = statementOf(path)
  if (isWrittenOff(plan)) return writtenOff(plan, site, path, standing, emission)
  const instances = instancesOf(plan, emission)
  const layout = emission.layoutAt(site.node.start!)
  const given = plan.form.kind === 'called' && plan.form.given ? givenAround(plan, instances, layout, emission.names.locals(), emission) : undefined
  const built = given ? undefined : frameOf(plan, functionOf(site)!, instances, emission)
  const declarations = declarationsOf(plan, instances, (given ?? built!).outside, emission)
  const inFront = standing && (declarations.length === 0 || mayGoInFront(plan, site, standing, emission))
  if (inFront) declareBefore(standing, declarations, emission)
  const around = !inFront ? inFunction(declarations, layout) : given ? NOTHING : bracketed(path.at(-2), site.fn)
  inPlace(site, standing, given ? inside(around, given) : around, emission)
  if (!built) return
  typeParameters(plan, site, built.framed.fn, emission)
  emitFunction(built.framed, emission)
}

const mayGoInFront = (plan: Plan, { node }: MarkerSite, standing: Standing, { tree }: Emission): boolean => mayStandInFront([plan], node, standing) && !isForMacro(standing, tree.scopes)

/** Only what is evaluated is left of its policies. */
function writtenOff(plan: Plan, site: MarkerSite, path: readonly Node[], standing: Standing | undefined, emission: Emission): void {
  const declarations = voidedOf(plan, emission)
  const inFront = declarations.length === 0 || (standing && mayGoInFront(plan, site, standing, emission))
  if (inFront && standing) declareBefore(standing, declarations, emission)
  inPlace(site, standing, inFront ? bracketed(path.at(-2), site.fn) : inFunction(declarations, emission.layoutAt(site.node.start!)), emission)
}

const NOTHING: Around = { open: [], close: [], indent: '' }

const inside = ({ open, close, indent }: Around, inner: Pick<Around, 'open' | 'close'>): Around => ({ open: [...open, ...inner.open], close: [...inner.close, ...close], indent })

/** The function in place of the marker. */
function inPlace({ node, fn }: MarkerSite, standing: Standing | undefined, around: Around, emission: Emission): void {
  const [opens] = around.open
  if (standing?.statement.start === node.start && opens && 'text' in opens && opens.text.startsWith('(')) keepApart(standing!, emission)
  emission.drop({ start: node.start!, end: fn.start! })
  emission.edits.replace(node.start!, node.end!, [
    ...around.open,
    ...emission.breaks(node.start!, fn.start!),
    { from: fn.start!, to: fn.end!, indent: around.indent },
    ...emission.breaks(fn.end!, node.end!),
    ...around.close,
  ])
}

/** A statement that begins with a bracket: one in front that only a line break ended would take it for a call. */
function keepApart({ statement, list, holder }: Standing, { edits, pretty, source }: Emission): void {
  const before = list[list.indexOf(statement) - 1] ?? ('directives' in holder ? holder.directives?.at(-1) : undefined)
  // in front of it there may be consts of ours that only line breaks end
  const isApart = !pretty && (!before || source[before.end! - 1] === ';')
  if (!isApart) edits.before(statement.start!, [{ text: ';', at: statement.start! }])
}

const HOLDS_ANY = new Set(['VariableDeclarator', 'ObjectProperty', 'ClassProperty', 'ClassPrivateProperty', 'ArrayExpression', 'AssignmentPattern'])

/** Brackets where a function would be read differently, or a line break end the statement. */
function bracketed(parent: Node | undefined, fn: Node): Around {
  const isArgument = parent?.type === 'CallExpression' && parent.callee.end! <= fn.start!
  if (parent && (HOLDS_ANY.has(parent.type) || isArgument)) return { open: [], close: [], indent: '' }
  const at = fn.start!
  return { open: [{ text: '(', at }], close: [{ text: ')', at }], indent: '' }
}
