// What one walk over a function's own text finds out: what the conditions of "the body stands in place" ask beyond scopes.
import type { Identifier, Node, ReturnStatement } from '@babel/types'
import { eachChild } from '../../1-parse/children.ts'
import { unwrap } from '../../2-find/syntax.ts'
import type { UserFunction } from '../../site.ts'
import { isFunction, isTypeOnly } from './walk.ts'

export interface Facts {
  /** This function's own, not those of functions inside it. */
  readonly returns: readonly ReturnStatement[]
  /** `var` at any depth of the function itself. */
  readonly hasVar: boolean
  /** `using`, with or without `await`. */
  readonly hasUsing: boolean
  readonly hasForAwait: boolean
  readonly hasClass: boolean
  readonly callsEval: boolean
  readonly usesNewTarget: boolean
  readonly usesThis: boolean
  readonly usesSuper: boolean
  readonly usesArguments: boolean
  /** `arguments` as anything but `arguments.length` and `arguments[0]`. */
  readonly argumentsEscape: boolean
}

/** Where a node stands: in the function itself, in an arrow of it (which shares `this` and `arguments`), or in another function. */
type Depth = 'own' | 'arrow' | 'other'
type Growing = { -readonly [Fact in keyof Facts]: Facts[Fact] } & { returns: ReturnStatement[] }

export function factsOf(fn: UserFunction): Facts {
  const facts: Growing = {
    returns: [], hasVar: false, hasUsing: false, hasForAwait: false, hasClass: false, callsEval: false, usesNewTarget: false, usesThis: false, usesSuper: false, usesArguments: false, argumentsEscape: false,
  }
  for (const param of fn.params) visit(param, fn, 'own', facts)
  visit(fn.body, fn, 'own', facts)
  return facts
}

function visit(node: Node, parent: Node, depth: Depth, facts: Growing): void {
  if (isTypeOnly(node)) return
  note(node, parent, depth, facts)
  const inside = insideOf(node, depth)
  // a computed key is evaluated where the member stands
  eachChild(node, (child, key) => visit(child, node, key === 'key' || key === 'decorators' ? depth : inside, facts))
}

function insideOf(node: Node, depth: Depth): Depth {
  if (node.type === 'ArrowFunctionExpression') return depth === 'other' ? 'other' : 'arrow'
  return isFunction(node) || FRESH_THIS.has(node.type) ? 'other' : depth
}

const FRESH_THIS = new Set(['StaticBlock', 'ClassProperty', 'ClassPrivateProperty', 'ClassAccessorProperty'])

function note(node: Node, parent: Node, depth: Depth, facts: Growing): void {
  const own = depth === 'own', shared = depth !== 'other'
  switch (node.type) {
    case 'ReturnStatement': if (own) facts.returns.push(node); break
    case 'VariableDeclaration':
      facts.hasVar ||= own && node.kind === 'var'
      facts.hasUsing ||= own && (node.kind === 'using' || node.kind === 'await using')
      break
    case 'ForOfStatement': facts.hasForAwait ||= own && node.await; break
    case 'ClassDeclaration': case 'ClassExpression': facts.hasClass ||= own; break
    case 'AssignmentExpression': facts.argumentsEscape ||= shared && isOfArguments(node.left); break
    case 'UpdateExpression': facts.argumentsEscape ||= shared && isOfArguments(node.argument); break
    case 'UnaryExpression': facts.argumentsEscape ||= shared && node.operator === 'delete' && isOfArguments(node.argument); break
    case 'ThisExpression': facts.usesThis ||= shared; break
    case 'Super': facts.usesSuper ||= shared; break
    case 'MetaProperty': facts.usesNewTarget ||= shared && node.meta.name === 'new'; break
    case 'CallExpression': facts.callsEval ||= isEval(unwrap(node.callee)); break
    case 'Identifier': if (node.name === 'arguments' && shared) noteArguments(node, parent, facts)
  }
}

// a cast around it goes, and what is left is a direct call
const isEval = (callee: Node) => callee.type === 'Identifier' && callee.name === 'eval'

/** Whether a target of an assignment is an element of `arguments`. */
function isOfArguments(target: Node): boolean {
  if (target.type === 'MemberExpression') return target.object.type === 'Identifier' && target.object.name === 'arguments'
  let found = false
  if (target.type.endsWith('Pattern')) eachChild(target, (child) => { found ||= child.type === 'ObjectProperty' ? isOfArguments(child.value) : isOfArguments(child) })
  return found
}

function noteArguments(node: Identifier, parent: Node, facts: Growing): void {
  if (parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression') {
    if (parent.object !== node && !parent.computed) return
    const { property } = parent
    facts.usesArguments = true
    facts.argumentsEscape ||= parent.object !== node || !(property.type === 'NumericLiteral' || (!parent.computed && property.type === 'Identifier' && property.name === 'length'))
  } else if (!('key' in parent && parent.key === node && !('computed' in parent && parent.computed) && !('shorthand' in parent && parent.shorthand))) {
    facts.usesArguments = facts.argumentsEscape = true
  }
}

/** Names that a parameter or a pattern binds. */
export function bindings(node: Node, into: Set<string> = new Set()): Set<string> {
  switch (node.type) {
    case 'Identifier': into.add(node.name); break
    case 'AssignmentPattern': bindings(node.left, into); break
    case 'RestElement': bindings(node.argument, into); break
    case 'ArrayPattern': for (const element of node.elements) if (element) bindings(element, into); break
    case 'ObjectPattern': for (const property of node.properties) bindings(property.type === 'RestElement' ? property.argument : property.value, into); break
  }
  return into
}
