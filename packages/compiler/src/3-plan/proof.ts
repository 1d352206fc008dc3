// Whether the text alone shows that a value is of its option's kind, so that nothing has to check it at run time.
import type { Node } from '@babel/types'
import type { Attribute } from '@resilience4cata/core/attributes'
import { unwrap } from '../2-find/syntax.ts'
import type { Value } from '../site.ts'

export function provesItself(value: Value, attribute: Attribute): boolean {
  if (value.kind === 'literal') return true
  const node = unwrap(value.node)
  switch (attribute.kind) {
    case 'function': return isFunctionLiteral(node)
    case 'classifier': return isFunctionLiteral(node) || node.type === 'ObjectExpression'
    case 'list': return node.type === 'ArrayExpression' ? node.elements.every((element) => element !== null && isMatcher(unwrap(element))) : isMatcher(node)
    default: return false
  }
}

/** A classifier of a site that has to be looked at when the program runs. */
export const isUnproven = (value: Value | undefined): boolean => value !== undefined && !provesItself(value, { kind: 'classifier' } as Attribute)

/** A class or a predicate. A name is taken at its word: a wrong import is found when the program is linked, a missing one throws where it stands. */
const isMatcher = (node: Node) => isFunctionLiteral(node) || node.type === 'StringLiteral' || node.type === 'Identifier'

const isFunctionLiteral = (node: Node) =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'ObjectMethod'
