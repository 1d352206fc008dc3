import type { Node } from '@babel/types'
import { unwrap } from '../../2-find/syntax.ts'

/** A function or a class that would be named by the variable that it is assigned to. */
export function isAnonymous(node: Node): boolean {
  const inner = unwrap(node)
  return inner.type === 'ArrowFunctionExpression' || ((inner.type === 'FunctionExpression' || inner.type === 'ClassExpression') && !inner.id)
}
