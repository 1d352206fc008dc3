// A method that is interpreted is protected by name in a static block, which every host takes: not all of them lower a decorator that is generated.
import type { Class, Node } from '@babel/types'
import { decoratorsOf, eachChild } from '../1-parse/children.ts'
import type { Scopes } from '../1-parse/scopes.ts'
import type { Tree } from '../1-parse/parse.ts'
import { isPassive } from '../2-find/passive.ts'
import { lastName } from '../2-find/syntax.ts'
import type { CompileOptions } from '../index.ts'
import type { MethodSite } from '../site.ts'
import { isFunction, isTypeOnly } from './body/walk.ts'
import { hasEffects, isSensitive, isTheClass, mentions } from './moving.ts'

type Member = Class['body']['body'][number]

/** The text of its key, where the method can be reached by it in a static block in place of its decorators, and all that they are given means the same there. `ours`: decorators of ours on methods. */
export function keyInBlock(site: MethodSite, ours: ReadonlySet<Node>, { scopes }: Tree, { decorators, passive }: CompileOptions): string | undefined {
  const { foreign, owner, node, ofClass } = site
  const key = keyOf(node)
  if (key === undefined || foreign.length > 0 || isMetEarlier(owner, node, scopes)) return undefined
  if (hasPlainOptions(site)) return key
  // legacy decorators come behind the class, and whoever has those has somebody who lowers them
  if (decorators === 'legacy' || ofClass || (owner.decorators ?? []).some(({ expression }) => !isPassive(lastName(expression), passive))) return undefined
  const given = site.decorators.flatMap(({ expression }) => (expression.type === 'CallExpression' ? expression.arguments : [expression]))
  return given.every((value) => meansTheSame(value, owner, scopes) && !(mentions(value, (inner) => isSensitive(inner, scopes)) && hasOthersBetween(site, ours))) ? key : undefined
}

const keyOf = (member: Node): string | undefined => {
  if (!('key' in member) || ('computed' in member && member.computed)) return undefined
  const { key } = member
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined
}

/** Something of the class may have called the method by then, or have taken it. Nobody outside has the class yet. */
const isMetEarlier = (owner: Class, node: Node, scopes: Scopes): boolean => {
  const members = owner.body.body
  const meets = (inner: Node) => hasEffects(inner) || inner.type === 'ThisExpression' || isTheClass(inner, owner, scopes)
  return members.slice(0, members.indexOf(node as Member)).some((member) => member.type === 'StaticBlock' || ('static' in member && member.static === true && 'value' in member && member.value != null && mentions(member.value, meets)))
}

function hasPlainOptions({ signal, classifier, name, registry, layers }: MethodSite): boolean {
  const values = [signal, classifier, name, registry, ...layers.flatMap(({ options, leading }) => [leading?.value, ...(options.kind === 'object' ? options.entries.values() : [])])]
  return layers.every(({ options }) => options.kind !== 'expression') && values.every((value) => value?.kind !== 'expression')
}

/** Evaluated in a function of the class, whose `this` is the class, which has its name by then. */
const meansTheSame = (value: Node, owner: Class, scopes: Scopes): boolean =>
  !usesSurroundings(value) && !mentions(value, (inner) => inner.type === 'AwaitExpression' || inner.type === 'YieldExpression' || isTheClass(inner, owner, scopes))

function usesSurroundings(node: Node): boolean {
  if (node.type === 'ThisExpression' || node.type === 'Super' || (node.type === 'MetaProperty' && node.meta.name === 'new') || (node.type === 'Identifier' && node.name === 'arguments')) return true
  if (isTypeOnly(node) || (isFunction(node) && node.type !== 'ArrowFunctionExpression')) return false
  let found = false
  eachChild(node, (child) => { found ||= usesSurroundings(child) })
  return found
}

/** What is evaluated with the class, behind its decorators and in front of its static blocks. */
const hasOthersBetween = ({ owner, node }: MethodSite, ours: ReadonlySet<Node>): boolean =>
  owner.body.body.some((member) => member !== node && (
    ('computed' in member && member.computed && mentions(member.key, hasEffects)) ||
    decoratorsOf(member).some((decorator) => !ours.has(decorator) || keyOf(member) === undefined)))
