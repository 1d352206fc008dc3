// Whether the text proves that a value is no thenable. Types can't be trusted for this; what isn't proved is asked at run time (`pending`).
import type { Node } from '@babel/types'
import type { Binding, Path, Scopes } from '../../1-parse/scopes.ts'
import { outermost, unwrap } from '../../2-find/syntax.ts'
import type { UserFunction } from '../../site.ts'

const PRIMITIVE = new Set(['StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'BigIntLiteral', 'TemplateLiteral', 'BinaryExpression', 'UnaryExpression', 'UpdateExpression'])
const NEVER = new Set([...PRIMITIVE, 'RegExpLiteral', 'AwaitExpression', 'FunctionExpression', 'ArrowFunctionExpression', 'ArrayExpression'])

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
      if (!isOwn || declarator.id.type !== 'Identifier' || !declarator.init || declarator.init.type === 'Identifier') return false
      return never(declarator.init) && (PRIMITIVE.has(unwrap(declarator.init).type) || isOnlyReadFrom(binding!, unwrap(declarator.init), scopes))
    }
    default: return false
  }
}

/** Nobody else has had the object in hand, and the body hasn't given it a `then`. */
const isOnlyReadFrom = (binding: Binding, init: Node, scopes: Scopes): boolean =>
  scopes.referencesTo(binding).every(({ path, type }) => type || isHarmless(outermost(path), init))

function isHarmless({ parent: holder, key }: Path, init: Node): boolean {
  switch (holder?.node.type) {
    case 'ReturnStatement': case 'IfStatement': case 'ExpressionStatement': case 'UnaryExpression': return true
    case 'BinaryExpression': return /^[!=]==?$/.test(holder.node.operator)
    case 'LogicalExpression': return isHarmless(outermost(holder), init)
    case 'ConditionalExpression': return key === 'test' || isHarmless(outermost(holder), init)
    case 'VariableDeclarator': return holder.node.id.type === 'ObjectPattern'
    case 'MemberExpression': case 'OptionalMemberExpression': {
      const { property, computed } = holder.node
      if (key !== 'object' || (computed ? property.type !== 'NumericLiteral' : !isHarmlessKey(property))) return false
      // what is called has it as its receiver: an array's own methods do it no harm
      const { parent: user, key: as } = outermost(holder)
      return (as !== 'callee' && as !== 'tag') || (init.type === 'ArrayExpression' && !computed && user?.node.type !== 'NewExpression')
    }
    default: return false
  }
}

const isHarmlessKey = (key: Node) => {
  const name = key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : key.type === 'NumericLiteral' ? '' : 'then'
  return name !== 'then' && name !== '__proto__'
}
