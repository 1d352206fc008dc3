// The name that a class without one of its own gets from where it stands.
import type { Expression, Node } from '@babel/types'
import { keyOf, unwrap } from '../2-find/syntax.ts'

/** `path` leads to the class. Empty: it gets none. Undefined: only running it shows which. */
export function nameGivenTo(path: readonly Node[]): string | undefined {
  const node = path.at(-1)!
  const holder = [...path].reverse().find((each) => unwrap(each) !== node)
  switch (holder?.type) {
    case 'VariableDeclarator': return nameOf(holder.id)
    case 'AssignmentPattern': return holder.right.start! <= node.start! ? nameOf(holder.left) : ''
    case 'AssignmentExpression': return NAMING.has(holder.operator) ? nameOf(holder.left) : ''
    case 'ExportDefaultDeclaration': return 'default'
    case 'ObjectProperty': return ofKey(holder.value, node, holder.key, holder.computed)
    case 'ClassProperty': case 'ClassPrivateProperty': case 'ClassAccessorProperty': return ofKey(holder.value, node, holder.key, 'computed' in holder && holder.computed)
    default: return ''
  }
}

const NAMING = new Set(['=', '??=', '||=', '&&='])

const nameOf = (target: Node): string => (target.type === 'Identifier' ? target.name : '')

function ofKey(value: Node | null | undefined, node: Node, key: Expression | Node, computed: boolean | null | undefined): string | undefined {
  if (!value || unwrap(value) !== node) return ''
  // that sets the prototype
  const name = keyOf({ key, computed: computed ?? false })
  return name === '__proto__' && !computed ? '' : name
}
