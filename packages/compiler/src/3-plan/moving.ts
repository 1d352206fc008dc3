// Options of decorators are evaluated in front of the class (standard) or behind it (legacy). R4C-SIT-005 where that could be noticed.
import type { Class, Node } from '@babel/types'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { decoratorsOf, eachChild } from '../1-parse/children.ts'
import type { Scopes } from '../1-parse/scopes.ts'
import { isPassive } from '../2-find/passive.ts'
import { lastName } from '../2-find/syntax.ts'
import { isFunction, isTypeOnly } from './body/walk.ts'
import type { Tree } from '../1-parse/parse.ts'
import type { Frame } from '../plan.ts'
import type { ClassMarks, Expressed, MethodSite, Value, WrittenLayer } from '../site.ts'
import type { Complain } from './layers.ts'

type Member = Class['body']['body'][number]
interface Moved { readonly value: Expressed; readonly written?: WrittenLayer }

const cantMove = (why: string): Fault => fault('R4C-SIT-005', `an option can't be moved out of the class unnoticed: ${why}`, 'Move the value into a const before the class.')

/** Options of this very method that are expressions and leave it, with whose they are. */
export function movedValues(site: MethodSite, frames: readonly Frame[], unasked: readonly Expressed[], inPlace: readonly Value[]): readonly Moved[] {
  const layers = frames.flatMap((frame) => frame.layers)
  const ofLayers = layers.flatMap(({ options, written }) => [...options.values()].map((value) => ({ value, written })))
  const ofSite = [site.signal, site.registry, site.name, site.classifier, ...unasked].flatMap((value) => (value ? [{ value }] : []))
  // a name of the site is an option of its layers too
  return [...ofLayers.filter(({ value }) => value !== site.name), ...ofSite].filter((each): each is Moved => each.value.kind === 'expression' && !each.value.stand && !inPlace.includes(each.value))
}

/** `ours`: decorators whose options keep their order. */
export function checkMoved(moved: readonly Moved[], site: MethodSite, ours: ReadonlySet<Node>, { scopes }: Tree, legacy: boolean, complain: Complain): void {
  for (const { value, written } of moved) {
    const why = whyFixed(value, site, ours, scopes, legacy)
    if (why) complain(cantMove(why), value.at, written)
  }
}

/** Whether what options give could depend on whether they are evaluated in front of the class or behind it. */
export const dependsOnPlace = (moved: readonly Moved[], { scopes }: Tree): boolean =>
  moved.some(({ value }) => mentions(value.node, (inner) => isSensitive(inner, scopes) || (inner.type === 'Identifier' && !scopes.resolve(inner))))

/** Whether what is run while the class is being defined, or a decorator of it, could call a method whose options are evaluated behind it. */
export const mayBeCalledBefore = ({ owner, ofClass }: MethodSite, passive: readonly string[] | undefined): boolean =>
  (owner.decorators ?? []).some((decorator) => !ofClass?.ours.includes(decorator) && !isPassive(lastName(decorator.expression), passive)) ||
  owner.body.body.some((member) => member.type === 'StaticBlock' || ('static' in member && member.static === true && 'value' in member && member.value != null && mentions(member.value, hasEffects)))

/** What is written on its class, for other methods too. */
export const valuesOnClass = ({ ofClass }: MethodSite): Moved[] => [...(ofClass?.stand.values.values() ?? [])].map((value) => ({ value }))

/** Why a class expression keeps its options where they are. */
export function whyStays(moved: readonly Moved[], site: MethodSite, ours: ReadonlySet<Node>, tree: Tree, legacy: boolean): string | undefined {
  const { scopes } = tree
  const ofClass = valuesOnClass(site)
  if (legacy && dependsOnPlace([...moved, ...ofClass], tree)) return 'options of a class expression have no place behind it'
  const why = moved.map(({ value }) => whyFixed(value, site, ours, scopes, legacy)).concat(ofClass.map(({ value }) => whyFixedOfClass(value, site.ofClass!, scopes))).find((each) => each !== undefined)
  return why && `an option of a class expression can't be moved unnoticed: ${why}`
}

/** The same for what is written on a class. Nothing of its members comes between. */
export function checkMovedOfClass(marks: ClassMarks, { scopes }: Tree, complain: Complain): void {
  for (const value of marks.stand.values.values()) {
    const why = whyFixedOfClass(value, marks, scopes)
    if (why) complain(cantMove(why), value.at)
  }
}

function whyFixedOfClass(value: Expressed, { stand, ours }: ClassMarks, scopes: Scopes): string | undefined {
  const owner = stand.holder as Class
  const foreign = (owner.decorators ?? []).filter((decorator) => !ours.includes(decorator)).map(({ expression }) => expression)
  return whyFixedAnywhere(value, owner, scopes) ?? (isSensitiveIn(value, scopes) && foreign.some((part) => mentions(part, hasEffects)) ? BETWEEN : undefined)
}

/** A method whose options are evaluated in front of those of `site` stays interpreted, and they in the class: whoever comes behind it can't go in front of it. */
export const isHeldBack = (moved: readonly Moved[], { owner, node }: MethodSite, kept: ReadonlySet<Node>, { scopes }: Tree): boolean =>
  isHeldBy(moved, owner.body.body.slice(0, owner.body.body.indexOf(node as Member)), kept, scopes)

/** The same for legacy decorators: whoever comes in front of it can't go behind the class. */
export const isHeldInFront = (moved: readonly Moved[], site: MethodSite, kept: ReadonlySet<Node>, { scopes }: Tree): boolean => isHeldBy(moved, decoratedLater(site), kept, scopes)

function isHeldBy(moved: readonly Moved[], members: readonly Member[], kept: ReadonlySet<Node>, scopes: Scopes): boolean {
  const stay = members.flatMap(decoratorsOf).filter((decorator) => kept.has(decorator)).map(({ expression }) => expression).filter((expression) => expression.type === 'CallExpression')
  const some = (nodes: readonly Node[], is: (node: Node) => boolean) => nodes.some((node) => mentions(node, is))
  const values = moved.map(({ value }) => value.node), given = stay.flatMap((expression) => expression.arguments)
  const mayNotice = (node: Node) => isSensitive(node, scopes)
  return (some(values, mayNotice) && some(given, hasEffects)) || (some(values, hasEffects) && some(given, mayNotice))
}

const isStatic = (member: Member) => 'static' in member && member.static === true

/** Legacy decorators of an instance's members come first, then the static ones, each from above to below. */
function decoratedLater({ owner, node }: MethodSite): readonly Member[] {
  const members = owner.body.body
  const below = members.slice(members.indexOf(node as Member) + 1)
  return node.static ? below.filter(isStatic) : [...below.filter((member) => !isStatic(member)), ...members.filter(isStatic)]
}

const BETWEEN = 'something with an effect is evaluated between'

function whyFixedAnywhere({ node }: Expressed, owner: Class, scopes: Scopes): string | undefined {
  if (mentions(node, (inner) => inner.type === 'ThisExpression')) return 'it mentions `this`'
  return mentions(node, (inner) => isTheClass(inner, owner, scopes)) ? 'it mentions the class' : undefined
}

const isSensitiveIn = ({ node }: Expressed, scopes: Scopes) => mentions(node, (inner) => isSensitive(inner, scopes))

/** What would be noticed, or undefined. */
function whyFixed(value: Expressed, site: MethodSite, ours: ReadonlySet<Node>, scopes: Scopes, legacy: boolean): string | undefined {
  const { owner, node, foreign, ofClass } = site
  const anywhere = whyFixedAnywhere(value, owner, scopes)
  if (anywhere || !isSensitiveIn(value, scopes)) return anywhere
  const above = owner.body.body.slice(0, owner.body.body.indexOf(node as Member))
  if (legacy && !node.static && above.some((member) => isStatic(member) && decoratorsOf(member).length > 0)) return 'a decorated static member stands above'
  // ours of the class move too, and stay in front
  const others = [...(owner.decorators ?? []).filter((decorator) => !ofClass?.ours.includes(decorator)), ...foreign].map(({ expression }) => expression)
  const further = legacy ? decoratedLater(site).flatMap((member) => decoratorParts(member, ours))
    : [owner.superClass, ...above.flatMap((member) => [...keyParts(member), ...decoratorParts(member, ours)]), ...keyParts(node)]
  return [...others, ...further].some((part) => part && mentions(part, hasEffects)) ? BETWEEN : undefined
}

/** A private name of the class has a meaning only inside of it. */
export function mentionsPrivate(node: Node, owner: Class): boolean {
  const names = new Set(owner.body.body.flatMap((member) => ('key' in member && member.key.type === 'PrivateName' ? [member.key.id.name] : [])))
  let found = false
  const visit = (inner: Node) => {
    if (inner.type === 'PrivateName') found ||= names.has(inner.id.name)
    else eachChild(inner, visit)
  }
  visit(node)
  return found
}

/** What a member evaluates while the class is defined: its computed key, and what decorators of others are given. */
const keyParts = (member: Member): Node[] => ('computed' in member && member.computed ? [member.key] : [])
const decoratorParts = (member: Member, ours: ReadonlySet<Node>): Node[] =>
  decoratorsOf(member).filter((decorator) => !ours.has(decorator)).map(({ expression }) => expression).filter((expression) => !isPlainCall(expression))

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

export const isTheClass = (node: Node, owner: Class, scopes: Scopes): boolean =>
  node.type === 'Identifier' && node.name === owner.id?.name && scopes.resolve(node)?.path.node === owner
