// Values that nobody asks for: of layers that are written off, or that others take the place of. They are evaluated all the same.
import type { Node } from '@babel/types'
import type { Scopes } from '../1-parse/scopes.ts'
import { isFunction, unwrap } from '../2-find/syntax.ts'
import type { Evaluated, Expressed } from '../site.ts'

/** Those of `evaluated` that aren't `asked` for, if anybody could notice; in source order. */
export const unaskedOf = (evaluated: Evaluated, asked: ReadonlySet<Node>, scopes: Scopes): Expressed[] =>
  outermost(evaluated).filter(({ node }) => !asked.has(node) && !isInert(node, scopes))

/** Without those that are part of others; in source order. */
export const outermost = (evaluated: Evaluated): Expressed[] => {
  const all = [...evaluated.values()].sort((a, b) => a.at.start - b.at.start || b.at.end - a.at.end)
  let end = 0
  return all.filter(({ at }) => at.end > end && (end = at.end))
}

/** To evaluate it does nothing, and can't fail. */
function isInert(written: Node, scopes: Scopes): boolean {
  const node = unwrap(written)
  if (isFunction(node)) return true
  switch (node.type) {
    case 'ObjectMethod': return !node.computed
    case 'StringLiteral': case 'NumericLiteral': case 'BooleanLiteral': case 'NullLiteral': case 'RegExpLiteral': return true
    case 'ArrayExpression': return node.elements.every((element) => element === null || isInert(element, scopes))
    case 'ObjectExpression': return node.properties.every((property) => isInert(property, scopes))
    case 'ObjectProperty': return !node.computed && isInert(node.value, scopes)
    case 'Identifier': return isThere(node, scopes)
    default: return false
  }
}

function isThere(node: Extract<Node, { type: 'Identifier' }>, scopes: Scopes): boolean {
  const binding = scopes.resolve(node)
  return binding !== undefined && (binding.kind === 'import' || binding.kind === 'function' || binding.kind === 'parameter' || binding.path.node.end! <= node.start!)
}
