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

function isWritten(name: string, fn: UserFunction, scopes: Scopes): boolean {
  const binding = scopes.of(fn)?.bindings.get(name)
  return binding !== undefined && scopes.referencesTo(binding).some((reference) => reference.write)
}
