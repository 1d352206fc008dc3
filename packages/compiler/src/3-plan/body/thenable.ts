// Whether the text proves that a value is no thenable. Types can't be trusted for this; what isn't proved is asked at run time (`pending`).
import type { Node } from '@babel/types'
import type { Scopes } from '../../1-parse/scopes.ts'
import type { UserFunction } from '../../site.ts'

const NEVER = new Set([
  'StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'BigIntLiteral', 'RegExpLiteral', 'TemplateLiteral', 'BinaryExpression', 'UnaryExpression', 'UpdateExpression',
  'AwaitExpression', 'FunctionExpression', 'ArrowFunctionExpression', 'ArrayExpression',
])

export function isNeverThenable(node: Node | null | undefined, fn: UserFunction, scopes: Scopes): boolean {
  const never = (inner: Node | null | undefined) => isNeverThenable(inner, fn, scopes)
  if (!node || NEVER.has(node.type)) return true
  switch (node.type) {
    case 'ObjectExpression': return node.properties.every((property) => property.type !== 'SpreadElement' && !property.computed && isHarmlessKey(property.key))
    case 'ClassExpression': return !node.superClass && !node.decorators?.length && node.body.body.every((member) => member.type !== 'StaticBlock' && !('static' in member && member.static))
    case 'ParenthesizedExpression': case 'TSAsExpression': case 'TSNonNullExpression': case 'TSSatisfiesExpression': case 'TSTypeAssertion': return never(node.expression)
    case 'ConditionalExpression': return never(node.consequent) && never(node.alternate)
    case 'LogicalExpression': return never(node.left) && never(node.right)
    case 'SequenceExpression': return never(node.expressions.at(-1))
    case 'Identifier': {
      // a const of this very body: its value can't have come from outside
      const binding = scopes.resolve(node)
      const declarator = binding?.kind === 'const' ? binding.path.node : undefined
      const isOwn = declarator?.type === 'VariableDeclarator' && declarator.start! > fn.start! && declarator.end! < fn.end!
      return isOwn && declarator.id.type === 'Identifier' && declarator.init != null && declarator.init.type !== 'Identifier' && never(declarator.init)
    }
    default: return false
  }
}

const isHarmlessKey = (key: Node) => {
  const name = key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : key.type === 'NumericLiteral' ? '' : 'then'
  return name !== 'then' && name !== '__proto__'
}
