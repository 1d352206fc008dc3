import type { Node } from '@babel/types'
import type { Scopes } from '../../1-parse/scopes.ts'
import type { UserFunction } from '../../site.ts'

export interface Parameters {
  /** Without TypeScript's `this`. */
  readonly list: readonly Node[]
  /** What `length` says. */
  readonly arity: number
  /** Why an attempt can't just use them again. */
  readonly why?: string
}

export function parametersOf(fn: UserFunction, scopes: Scopes): Parameters {
  const list = fn.params.filter((param) => !(param.type === 'Identifier' && param.name === 'this'))
  const until = list.findIndex((param) => param.type === 'AssignmentPattern' || param.type === 'RestElement')
  const why = list.some((param) => param.type !== 'Identifier') ? 'a parameter has a default, is a pattern or takes the rest' : list.some((param) => isWritten(param, fn, scopes)) ? 'the body assigns a parameter' : undefined
  return { list, arity: until < 0 ? list.length : until, ...(why && { why }) }
}

function isWritten(param: Node, fn: UserFunction, scopes: Scopes): boolean {
  const binding = param.type === 'Identifier' ? scopes.of(fn)?.bindings.get(param.name) : undefined
  return binding !== undefined && scopes.referencesTo(binding).some((reference) => reference.write)
}
