// Small questions about nodes.
import type { ArrowFunctionExpression, CallExpression, Class, FunctionExpression, Node } from '@babel/types'
import type { Path } from '../1-parse/scopes.ts'
import type { Span } from '../site.ts'

export const span = (node: Node): Span => ({ start: node.start!, end: node.end! })

type Wrapper = Extract<Node, { type: 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSNonNullExpression' | 'TSTypeAssertion' | 'TSInstantiationExpression' | 'ParenthesizedExpression' }>
const WRAPPERS: ReadonlySet<string> = new Set<Wrapper['type']>(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion', 'TSInstantiationExpression', 'ParenthesizedExpression'])

const isWrapper = (node: Node): node is Wrapper => WRAPPERS.has(node.type)

/** The expression itself, without casts, `satisfies`, `!` and parentheses. */
export function unwrap(node: Node): Node {
  let inner = node
  while (isWrapper(inner)) inner = inner.expression
  return inner
}

/** The other way: as far out as it is still the same value. */
export function outermost(path: Path): Path {
  let outer = path
  while (outer.parent && outer.key === 'expression' && isWrapper(outer.parent.node)) outer = outer.parent
  return outer
}

export const isFunction = (node: Node): node is ArrowFunctionExpression | FunctionExpression => node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'

export const isClass = (node: Node): node is Class => node.type === 'ClassDeclaration' || node.type === 'ClassExpression'

/** The call whose callee is at `path`, if there is one. */
export function callOf(path: Path): (Path & { readonly node: CallExpression }) | undefined {
  const { parent, key } = outermost(path)
  return parent?.node.type === 'CallExpression' && key === 'callee' ? (parent as Path & { node: CallExpression }) : undefined
}

/** The name of a key that the text shows: `a`, `'a'`, `['a']`, `1`. */
export function keyOf(node: { readonly key: Node; readonly computed?: boolean | null }): string | undefined {
  const { key } = node
  if (key.type === 'Identifier') return node.computed ? undefined : key.name
  if (key.type === 'PrivateName') return `#${key.id.name}`
  if (key.type === 'StringLiteral' || key.type === 'NumericLiteral') return String(key.value)
  return undefined
}

/** The last name of an expression: `Get` of `@nest.Get('/')`. */
export function lastName(node: Node): string | undefined {
  const inner = unwrap(node)
  if (inner.type === 'CallExpression') return lastName(inner.callee)
  if (inner.type === 'Identifier') return inner.name
  return inner.type === 'MemberExpression' ? keyOf({ key: inner.property, computed: inner.computed }) : undefined
}

