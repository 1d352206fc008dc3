// Options of decorators are evaluated in front of the class (standard) or behind it (legacy). R4C-SIT-005 where that could be noticed.
import type { Class, Node } from '@babel/types'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { eachChild } from '../1-parse/children.ts'
import type { Scopes } from '../1-parse/scopes.ts'
import { isPassive } from '../2-find/passive.ts'
import { lastName } from '../2-find/syntax.ts'
import { isFunction, isTypeOnly } from './body/walk.ts'
import type { Tree } from '../1-parse/parse.ts'
import type { Frame } from '../plan.ts'
import type { MethodSite, Value, WrittenLayer } from '../site.ts'
import type { Complain } from './layers.ts'

type Member = Class['body']['body'][number]
type Written = Extract<Value, { kind: 'expression' }>
interface Moved { readonly value: Written; readonly written?: WrittenLayer }

const cantMove = (why: string): Fault => fault('R4C-SIT-005', `an option can't be moved out of the class unnoticed: ${why}`, 'Move the value into a const before the class.')

/** Options of this very method that are expressions, with whose they are. */
export function movedValues(site: MethodSite, frames: readonly Frame[]): readonly Moved[] {
  const layers = frames.flatMap((frame) => frame.layers)
  const ofLayers = layers.flatMap(({ options, written }) => [...options.values()].map((value) => ({ value, written })))
  const ofSite = [site.signal, site.registry, site.name, site.classifier].flatMap((value) => (value ? [{ value }] : []))
  // a name of the site is an option of its layers too
  return [...ofLayers.filter(({ value }) => value !== site.name), ...ofSite].filter((each): each is Moved => each.value.kind === 'expression')
}

/** `gone`: decorators of ours, whose options keep their order. */
export function checkMoved(moved: readonly Moved[], site: MethodSite, gone: ReadonlySet<Node>, { scopes }: Tree, legacy: boolean, complain: Complain): void {
  for (const { value, written } of moved) {
    const why = whyFixed(value, site, gone, scopes, legacy)
    if (why) complain(why, value.at, written)
  }
}

/** Whether what options give could depend on whether they are evaluated in front of the class or behind it. */
export const dependsOnPlace = (moved: readonly Moved[], { scopes }: Tree): boolean =>
  moved.some(({ value }) => mentions(value.node, (inner) => isSensitive(inner, scopes) || (inner.type === 'Identifier' && !scopes.resolve(inner))))

/** Whether what is run while the class is being defined, or a decorator of it, could call a method whose options are evaluated behind it. */
export const mayBeCalledBefore = ({ owner, ofClass }: MethodSite, passive: readonly string[] | undefined): boolean =>
  (owner.decorators ?? []).some((decorator) => !ofClass.includes(decorator) && !isPassive(lastName(decorator.expression), passive)) ||
  owner.body.body.some((member) => member.type === 'StaticBlock' || ('static' in member && member.static === true && 'value' in member && member.value != null && mentions(member.value, hasEffects)))

/** A method above stays interpreted, and its options are evaluated in the class: whoever comes behind it can't go in front of it. */
export const isHeldBack = (moved: readonly Moved[], { owner, node }: MethodSite, kept: ReadonlySet<Node>, { scopes }: Tree): boolean => {
  const above = owner.body.body.slice(0, owner.body.body.indexOf(node as Member))
  const decorators = above.flatMap((member) => ('decorators' in member ? (member.decorators ?? []) : [])).filter((decorator) => kept.has(decorator))
  return moved.some(({ value }) => mentions(value.node, (inner) => isSensitive(inner, scopes))) && decorators.some(({ expression }) => !isPlainCall(expression))
}

/** What would be noticed, or undefined. */
function whyFixed(value: Written, { owner, node, foreign }: MethodSite, gone: ReadonlySet<Node>, scopes: Scopes, legacy: boolean): Fault | undefined {
  if (mentions(value.node, (inner) => inner.type === 'ThisExpression')) return cantMove('it mentions `this`')
  if (mentions(value.node, (inner) => isTheClass(inner, owner, scopes))) return cantMove('it mentions the class')
  if (!mentions(value.node, (inner) => isSensitive(inner, scopes))) return undefined
  const members = owner.body.body
  const above = members.slice(0, members.indexOf(node as Member))
  const isDecoratedStatic = (member: Member) => 'static' in member && member.static === true && 'decorators' in member && Boolean(member.decorators?.length)
  if (legacy && !node.static && above.some(isDecoratedStatic)) return cantMove('a decorated static member stands above')
  const decorators = [...(owner.decorators ?? []), ...foreign].map(({ expression }) => expression)
  const between = [owner.superClass, ...decorators, ...above.flatMap((member) => evaluatedParts(member, gone)), ...(node.computed ? [node.key] : [])]
  return between.some((part) => part && mentions(part, hasEffects)) ? cantMove('something with an effect is evaluated between') : undefined
}

/** A private name has a meaning only inside the class. */
export function mentionsPrivate({ node }: Written): boolean {
  let found = false
  const visit = (inner: Node) => {
    if (inner.type === 'PrivateName') found = true
    else eachChild(inner, visit)
  }
  visit(node)
  return found
}

/** What a member evaluates while the class is defined: its computed key, and what foreign decorators are given. */
const evaluatedParts = (member: Member, gone: ReadonlySet<Node>): Node[] => [
  ...('computed' in member && member.computed ? [member.key] : []),
  ...('decorators' in member ? (member.decorators ?? []).filter((decorator) => !gone.has(decorator)).map(({ expression }) => expression).filter((expression) => !isPlainCall(expression)) : []),
]

// ours and most others: what they are called with is looked at, the call itself only notes something
const isPlainCall = (node: Node) => node.type === 'CallExpression' && !node.arguments.some((argument) => mentions(argument, hasEffects))

/** In what is evaluated there and then: the inside of functions is not. */
export function mentions(node: Node, is: (node: Node) => boolean): boolean {
  if (is(node)) return true
  if (isFunction(node) || isTypeOnly(node)) return false
  let found = false
  eachChild(node, (child) => { found ||= mentions(child, is) })
  return found
}

const EFFECTS = new Set([
  'CallExpression', 'OptionalCallExpression', 'NewExpression', 'TaggedTemplateExpression', 'AssignmentExpression', 'UpdateExpression', 'AwaitExpression', 'YieldExpression', 'ImportExpression',
])
export const hasEffects = ({ type }: Node): boolean => EFFECTS.has(type)

/** What it gives may depend on when it is evaluated. */
export function isSensitive(node: Node, scopes: Scopes): boolean {
  if (hasEffects(node) || node.type === 'MemberExpression') return true
  const kind = node.type === 'Identifier' ? scopes.resolve(node)?.kind : undefined
  return kind === 'let' || kind === 'var'
}

const isTheClass = (node: Node, owner: Class, scopes: Scopes): boolean =>
  node.type === 'Identifier' && node.name === owner.id?.name && scopes.resolve(node)?.path.node === owner
