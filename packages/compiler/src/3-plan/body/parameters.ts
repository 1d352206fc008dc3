import type { Node } from '@babel/types'
import type { Scopes } from '../../1-parse/scopes.ts'
import type { UserFunction } from '../../site.ts'

export interface Parameters {
  /** Without TypeScript's `this`. */
  readonly list: readonly Node[]
  /** What `length` says. */
  readonly arity: number
}

export function parametersOf(fn: UserFunction): Parameters {
  const list = fn.params.filter((param) => !(param.type === 'Identifier' && param.name === 'this'))
  const until = list.findIndex((param) => param.type === 'AssignmentPattern' || param.type === 'RestElement')
  return { list, arity: until < 0 ? list.length : until }
}

/** Those that each attempt begins with anew: a default, a pattern, a rest, and what the body assigns. */
export const copiedOf = (fn: UserFunction, scopes: Scopes): Node[] => parametersOf(fn).list.filter((param) => param.type !== 'Identifier' || isWritten(param.name, fn, scopes))

/** A name that nobody mentions, and that nothing is evaluated for. */
export function isIdle(param: Node, fn: UserFunction, scopes: Scopes): boolean {
  const name = param.type === 'RestElement' ? param.argument : param.type === 'AssignmentPattern' && LITERALS.has(param.right.type) ? param.left : undefined
  const binding = name?.type === 'Identifier' ? scopes.of(fn)?.bindings.get(name.name) : undefined
  return binding !== undefined && scopes.referencesTo(binding).length === 0
}

const LITERALS = new Set(['NumericLiteral', 'StringLiteral', 'BooleanLiteral', 'NullLiteral', 'BigIntLiteral'])

function isWritten(name: string, fn: UserFunction, scopes: Scopes): boolean {
  const binding = scopes.of(fn)?.bindings.get(name)
  return binding !== undefined && scopes.referencesTo(binding).some((reference) => reference.write)
}
