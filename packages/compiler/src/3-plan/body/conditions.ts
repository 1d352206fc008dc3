// When may a body stand in place of its call? When running it again there is provably the same as calling it again. One function for each condition: why not, or undefined.
import type { Node } from '@babel/types'
import type { Scopes } from '../../1-parse/scopes.ts'
import type { UserFunction } from '../../site.ts'
import { cantFold } from '../foldable.ts'
import { isAnonymous } from './anonymous.ts'
import { bindings, type Facts } from './facts.ts'
import { copiedOf } from './parameters.ts'

export interface Asked { readonly fn: UserFunction; readonly facts: Facts; readonly scopes: Scopes; readonly code: string }
type Condition = (asked: Asked) => string | undefined

/** Why the body must be called, or undefined. */
export function whyCalled(asked: Asked): string | undefined {
  for (const condition of CONDITIONS) {
    const why = condition(asked)
    if (why) return why
  }
  return undefined
}

const CONDITIONS: readonly Condition[] = [directive, ownVar, lowered, functionsOfTheBody, namedByParameter, parameters, writtenArguments, evaluation, ownName, newTarget]

function directive({ fn }: Asked) {
  return fn.body.type === 'BlockStatement' && fn.body.directives.length > 0 ? 'the body has a directive' : undefined
}

/** A `var` begins anew in each call, but not in each turn of a loop. */
function ownVar({ facts }: Asked) {
  return facts.hasVar ? 'the body has a `var`' : undefined
}

/** What is lowered for older targets to variables of the function, which then outlive an attempt: what is to be disposed of, whether the iteration has failed, a class's private names. */
function lowered({ facts }: Asked) {
  if (facts.hasUsing) return 'the body has a `using`'
  if (facts.hasForAwait) return 'the body has a `for await`'
  return facts.hasClass ? 'the body has a class' : undefined
}

/** Of two functions of one name the last counts in a function's body; in a block it is an error. One with a parameter's name replaces it. */
function functionsOfTheBody({ fn }: Asked) {
  if (fn.body.type !== 'BlockStatement') return undefined
  const names = fn.body.body.flatMap((statement) => (statement.type === 'FunctionDeclaration' && statement.id ? [statement.id.name] : []))
  const taken = new Set(fn.params.flatMap((param) => [...bindings(param)]))
  return names.some((name) => taken.has(name) || taken.size === taken.add(name).size) ? 'the body declares a function of a name that is taken' : undefined
}

/** `(f = () => 1)`: a function without a name gets the parameter's, which a conditional expression doesn't give. */
function namedByParameter({ fn }: Asked) {
  const named = fn.params.some((param) => param.type === 'AssignmentPattern' && param.left.type === 'Identifier' && isAnonymous(param.right))
  return named ? 'a parameter names its default' : undefined
}

/** A copy of a parameter stands in the body's block: what it evaluates must not meet the body's own names. */
function parameters({ fn, scopes, code }: Asked) {
  const copied = copiedOf(fn, scopes)
  if (copied.length === 0 || fn.body.type !== 'BlockStatement') return copied.some((param) => cantFold(param, code)) ? 'a parameter has line breaks that are part of a value' : undefined
  const own = new Set(scopes.of(fn.body)?.bindings.keys())
  if (copied.some((param) => namesIn(param, scopes).some((name) => own.has(name)))) return 'a parameter mentions a name that the body declares anew'
  return copied.some((param) => cantFold(param, code)) ? 'a parameter has line breaks that are part of a value' : undefined
}

const namesIn = (param: Node, scopes: Scopes): string[] => scopes.within({ start: param.start!, end: param.end! }).map(({ name }) => name)

/** Written through, or handed on, it could be changed before the next attempt. */
function writtenArguments({ facts, fn }: Asked) {
  return facts.argumentsEscape && fn.type !== 'ArrowFunctionExpression' ? 'the body hands `arguments` on' : undefined
}

function evaluation({ facts }: Asked) {
  return facts.callsEval ? 'the body calls eval' : undefined
}

function ownName({ fn, scopes }: Asked) {
  return usesOwnName(fn, scopes) ? 'the body uses its own name' : undefined
}

/** Inside, the name of a function expression is the plain function. */
export function usesOwnName(fn: UserFunction, scopes: Scopes): boolean {
  if (fn.type !== 'FunctionExpression' || !fn.id) return false
  const { name } = fn.id
  return scopes.named(name, fn).some(({ path, scope, type }) => !type && isInside(path.node, fn) && scopes.lookup(name, scope)?.kind === 'self')
}

function newTarget({ facts, fn }: Asked) {
  return facts.usesNewTarget && fn.type !== 'ArrowFunctionExpression' ? 'the body uses new.target' : undefined
}

const isInside = (node: Node, fn: UserFunction) => node.start! >= fn.start! && node.end! <= fn.end!
