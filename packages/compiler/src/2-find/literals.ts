import type { Identifier, Node } from '@babel/types'
import { unwrap } from './syntax.ts'

/** The value that the text shows, if it shows one: numbers, text, booleans, null, undefined, and arrays of these. */
export function literalOf(node: Node, isGlobal: (name: Identifier) => boolean): { readonly value: unknown } | undefined {
  const inner = unwrap(node)
  switch (inner.type) {
    case 'NumericLiteral': case 'StringLiteral': case 'BooleanLiteral': return { value: inner.value }
    case 'NullLiteral': return { value: null }
    case 'Identifier': return inner.name === 'undefined' && isGlobal(inner) ? { value: undefined } : undefined
    case 'TemplateLiteral': return inner.expressions.length === 0 ? { value: inner.quasis[0]!.value.cooked } : undefined
    case 'UnaryExpression': {
      const operand = inner.operator === '-' || inner.operator === '+' ? literalOf(inner.argument, isGlobal) : undefined
      return typeof operand?.value === 'number' ? { value: inner.operator === '-' ? -operand.value : operand.value } : undefined
    }
    case 'ArrayExpression': {
      const values: unknown[] = []
      for (const element of inner.elements) {
        const literal = element && literalOf(element, isGlobal)
        if (!literal) return undefined
        values.push(literal.value)
      }
      return { value: values }
    }
    default: return undefined
  }
}
