// `PriceClient.price`: the names that lead to a site, from the outside in. It is part of the instance's id, so it never depends on what a build does.
import type { Node } from '@babel/types'
import type { Path } from '../1-parse/scopes.ts'
import { isClass, isFunction, keyOf, lastName, outermost, unwrap } from './syntax.ts'

export function namePath(site: Path, code: string, isOurs: (callee: Node) => boolean): string {
  const names: string[] = []
  for (let path: Path | undefined = site; path; path = path.parent) {
    const name = nameOf(path, code, isOurs)
    if (name) names.unshift(name)
  }
  return names.join('.') || 'resilient()'
}

function nameOf(path: Path, code: string, isOurs: (callee: Node) => boolean): string | undefined {
  const { node } = path
  switch (node.type) {
    case 'FunctionDeclaration': return node.id?.name ?? 'default'
    case 'ClassDeclaration': return node.id?.name ?? 'default'
    case 'ClassExpression': return node.id?.name
    case 'FunctionExpression': return node.id?.name ?? argumentOf(path, isOurs)
    case 'ArrowFunctionExpression': return argumentOf(path, isOurs)
    case 'ClassMethod': case 'ClassPrivateMethod': case 'TSDeclareMethod': case 'ClassProperty': case 'ClassPrivateProperty': case 'ClassAccessorProperty':
      return (node.static ? 'static.' : '') + memberName(node, code)
    case 'ObjectMethod': case 'ObjectProperty': return memberName(node, code)
    case 'JSXAttribute': return node.name.type === 'JSXIdentifier' ? node.name.name : undefined
    case 'VariableDeclarator': return node.id.type === 'Identifier' && !namesItself(node.init) ? node.id.name : undefined
    case 'AssignmentExpression': return namesItself(node.right) ? undefined : lastName(node.left)
    case 'AssignmentPattern': return namesItself(node.right) ? undefined : lastName(node.left)
    case 'TSModuleDeclaration': return node.id.type === 'Identifier' ? node.id.name : undefined
    case 'ExportDefaultDeclaration': return isDeclaration(node.declaration) ? undefined : 'default'
    default: return undefined
  }
}

const isDeclaration = (node: Node) => node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration'

/** `class Inner {}` in `const Outer = class Inner {}` has its own name. */
function namesItself(value: Node | null | undefined): boolean {
  const inner = value && unwrap(value)
  return Boolean(inner && (isClass(inner) || isFunction(inner)) && 'id' in inner && inner.id)
}

const memberName = (node: { readonly key: Node; readonly computed?: boolean | null }, code: string): string =>
  node.computed ? `[${code.slice(node.key.start!, node.key.end!)}]` : (keyOf(node) ?? '')

/** An anonymous function that is an argument is known by what it is given to: `useCallback()`. */
function argumentOf(path: Path, isOurs: (callee: Node) => boolean): string | undefined {
  const { parent, key } = outermost(path)
  if (key !== 'arguments' || !parent || (parent.node.type !== 'CallExpression' && parent.node.type !== 'NewExpression')) return undefined
  const { callee } = parent.node
  const name = isOurs(callee) ? undefined : chain(callee)
  return name && `${name}()`
}

/** `app.get` of `app.get('/', …)`; nothing for what has no plain name. */
function chain(callee: Node): string | undefined {
  const inner = unwrap(callee)
  if (inner.type === 'Identifier') return inner.name
  if (inner.type !== 'MemberExpression' || inner.computed || inner.property.type !== 'Identifier') return undefined
  const object = inner.object.type === 'ThisExpression' ? 'this' : chain(inner.object)
  return object ? `${object}.${inner.property.name}` : inner.property.name
}
