// When may a function that is written among the options stand in the frame, where it is asked for, instead of in a const? When nobody can tell the one that is made
// there from the one that is made where the options stand. Sites stand in modules, so all code is strict. One function for each condition: why not, or undefined.
import type { ArrowFunctionExpression, Class, FunctionExpression, Node } from '@babel/types'
import type { Reference, Scopes } from '../1-parse/scopes.ts'
import { isFunction, unwrap } from '../2-find/syntax.ts'
import type { PlannedLayer } from '../plan.ts'
import type { Site, UserFunction, Value } from '../site.ts'
import { bindings, factsOf, type Facts } from './body/facts.ts'
import { usesOwnName } from './body/conditions.ts'
import { functionOf } from './function-of.ts'

interface Asked {
  readonly site: Site
  readonly value: Value
  readonly handler: ArrowFunctionExpression | FunctionExpression
  readonly facts: Facts
  /** The function whose frame it is; none where that only comes at run time. */
  readonly fn: UserFunction | undefined
  readonly scopes: Scopes
}
type Condition = (asked: Asked) => string | undefined

/** `given`: the frame is a function of its own, which the user's is given to. */
export function mayStandInPlace(value: Value | undefined, site: Site, layer: PlannedLayer, given: boolean, scopes: Scopes): boolean {
  // options that are checked at run time are checked whole
  if (value?.kind !== 'expression' || layer.unchecked || value.stand) return false
  const handler = unwrap(value.node)
  if (!isFunction(handler)) return false
  const asked: Asked = { site, value, handler, facts: factsOf(handler), fn: given ? undefined : functionOf(site), scopes }
  return CONDITIONS.every((condition) => condition(asked) === undefined)
}

const CONDITIONS: readonly Condition[] = [elsewhere, ownName, evaluation, receiver, capture]

/** A const of the file that several sites share: its names mean what they mean there. */
function elsewhere({ value: { at }, site }: Asked) {
  return at.start < site.at.start || at.end > site.at.end ? 'it is written elsewhere' : undefined
}

/** What it keeps on itself would begin anew each time. */
function ownName({ handler, scopes }: Asked) {
  return usesOwnName(handler, scopes) ? 'it uses its own name' : undefined
}

function evaluation({ facts }: Asked) {
  return facts.callsEval ? 'it calls eval' : undefined
}

/** An arrow has the `this`, `super` and `arguments` of where it stands: in an arrow they are those of around it. */
function receiver({ handler, facts, fn }: Asked) {
  const asks = facts.usesThis || facts.usesSuper || facts.usesArguments || facts.usesNewTarget
  return handler.type === 'ArrowFunctionExpression' && asks && fn?.type !== 'ArrowFunctionExpression' ? 'it uses the receiver of where it is written' : undefined
}

/** A parameter of the function or its own name, and that of the class around it, where inside and outside may mean two things by it. What the body declares is not seen behind it. */
function capture({ handler, fn, site, scopes }: Asked) {
  const taken = new Set<string>()
  for (const param of fn?.params ?? []) bindings(param, taken)
  if (fn?.type === 'FunctionExpression' && fn.id) taken.add(fn.id.name)
  if (site.kind === 'method' && site.owner.id && mayBeAnother(site.owner, scopes)) taken.add(site.owner.id.name)
  const isFree = ({ name, scope }: Reference) => !isInside(scopes.lookup(name, scope)?.scope.node, handler)
  return scopes.within({ start: handler.start!, end: handler.end! }).some((reference) => !reference.type && taken.has(reference.name) && isFree(reference)) ? 'it mentions a name that the function has' : undefined
}

const mayBeAnother = ({ id, decorators }: Class, scopes: Scopes): boolean => Boolean(decorators?.length) || scopes.named(id!.name).some(({ write }) => write)

const isInside = (node: Node | undefined, outer: Node) => node !== undefined && node.start! >= outer.start! && node.end! <= outer.end!
