import type { Node } from '@babel/types'
import type { Walk } from './scan.ts'
import type { BindingKind, Path, Scope } from './scopes.ts'

export function declareVariables(walk: Walk, path: Path, scope: Scope): void {
  const node = path.node as Extract<Node, { type: 'VariableDeclaration' }>
  const kind: BindingKind = node.kind === 'await using' ? 'using' : node.kind
  const home = kind === 'var' ? functionScope(scope) : scope
  for (const declarator of node.declarations) {
    const at: Path = { node: declarator, parent: path, key: 'declarations' }
    bindPattern(walk, { node: declarator.id, parent: at, key: 'id' }, scope, home, kind)
    walk.child(declarator.init, 'init', at, scope)
  }
}

/** Binds the names of a pattern into `home`; what it evaluates (defaults, computed keys) is evaluated in `scope`. */
export function bindPattern(walk: Walk, path: Path, scope: Scope, home: Scope, kind: BindingKind): void {
  const { node } = path
  const within = (child: Node | null | undefined, key: string) => child && bindPattern(walk, { node: child, parent: path, key }, scope, home, kind)
  if ('typeAnnotation' in node) walk.child(node.typeAnnotation as Node | null, 'typeAnnotation', path, scope)
  switch (node.type) {
    case 'Identifier':
      if (node.name !== 'this') walk.scopes.declare(home, node.name, kind, declarationOf(path))
      return
    case 'ArrayPattern': return node.elements.forEach((element) => within(element, 'elements'))
    case 'RestElement': within(node.argument, 'argument'); return
    case 'AssignmentPattern': within(node.left, 'left'); return walk.child(node.right, 'right', path, scope)
    case 'TSParameterProperty': within(node.parameter, 'parameter'); return
    case 'ObjectPattern':
      for (const property of node.properties) {
        const at: Path = { node: property, parent: path, key: 'properties' }
        if (property.type === 'RestElement') bindPattern(walk, at, scope, home, kind)
        else {
          if (property.computed) walk.child(property.key, 'key', at, scope)
          bindPattern(walk, { node: property.value, parent: at, key: 'value' }, scope, home, kind)
        }
      }
  }
}

/** The declarator of a plain `const a = …`; else the name's own place in its pattern. */
const declarationOf = (path: Path): Path => (path.parent?.node.type === 'VariableDeclarator' ? path.parent : path)

function functionScope(scope: Scope): Scope {
  let home = scope
  while (home.parent && home.kind !== 'body' && home.kind !== 'module') home = home.parent
  return home
}
