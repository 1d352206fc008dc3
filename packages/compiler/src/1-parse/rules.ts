// What each kind of node means to scopes: what it declares, where a scope begins, and which of its names are no references.
import type { Class, Decorator, Function as AnyFunction, JSXIdentifier, Node } from '@babel/types'
import { decoratorsOf, eachChild } from './children.ts'
import { bindPattern, declareVariables } from './declare.ts'
import { referInType } from './in-types.ts'
import type { Walk } from './scan.ts'
import type { Path, Scope } from './scopes.ts'

type Rule = (walk: Walk, path: Path, scope: Scope) => void

const block: Rule = (walk, path, scope) => {
  if (walk.hollows?.isRun(path.node)) walk.run(path, scope)
  else walk.inside('block', path.node, scope, (inner) => walk.children(path, inner))
}
const varBlock: Rule = (walk, path, scope) => walk.inside('body', path.node, scope, (inner) => walk.children(path, inner))
const nothing: Rule = () => {}

const func: Rule = (walk, path, scope) => {
  const node = path.node as AnyFunction
  walk.hollows?.meet(node)
  if (node.type === 'FunctionDeclaration' && node.id) walk.scopes.declare(scope, node.id.name, 'function', path)
  walk.all(decoratorsOf(node), 'decorators', path, scope)
  if ('key' in node && node.computed) walk.child(node.key, 'key', path, scope)
  const head = 'key' in node ? node.key : 'id' in node ? node.id : undefined
  walk.later(head?.end ?? node.start!, node.end!, () => walk.inside('function', node, scope, (own) => {
    walk.child(node.typeParameters, 'typeParameters', path, own)
    for (const parameter of node.params) {
      const at: Path = { node: parameter, parent: path, key: 'params' }
      walk.all(decoratorsOf(parameter), 'decorators', at, scope)
      bindPattern(walk, at, own, own, 'parameter')
    }
    // a parameter of the same name hides it
    if (node.type === 'FunctionExpression' && node.id) walk.scopes.declare(own, node.id.name, 'self', path)
    walk.child(node.returnType, 'returnType', path, own)
    const body: Path = { node: node.body, parent: path, key: 'body' }
    if (node.body.type === 'BlockStatement') varBlock(walk, body, own)
    else walk.visit(body, own)
  }))
}

const classLike: Rule = (walk, path, scope) => {
  const node = path.node as Class
  walk.hollows?.meet(node)
  if (node.type === 'ClassDeclaration' && node.id) walk.scopes.declare(scope, node.id.name, 'class', path)
  walk.all(node.decorators, 'decorators', path, scope)
  walk.later(node.id?.start ?? node.superClass?.start ?? node.start!, node.end!, () => walk.inside('class', node, scope, (own) => {
    if (node.id) walk.scopes.declare(own, node.id.name, 'self', path)
    walk.child(node.typeParameters, 'typeParameters', path, own)
    walk.child(node.superClass, 'superClass', path, own)
    walk.child(node.superTypeParameters, 'superTypeParameters', path, own)
    walk.all(node.implements, 'implements', path, own)
    walk.child(node.body, 'body', path, own)
  }))
}

const member: Rule = (walk, path, scope) => {
  const node = path.node as Node & { computed?: boolean }
  eachChild(node, (child, key) => {
    if ((key === 'property' || key === 'key') && !node.computed) return
    walk.visit({ node: child, parent: path, key }, scope)
  })
}

const loopOver: Rule = (walk, path, scope) => {
  const node = path.node as Extract<Node, { type: 'ForOfStatement' }>
  walk.inside('block', node, scope, (own) => {
    const left: Path = { node: node.left, parent: path, key: 'left' }
    if (node.left.type === 'VariableDeclaration') walk.visit(left, own)
    else walk.target(left, own)
    walk.child(node.right, 'right', path, own)
    walk.child(node.body, 'body', path, own)
  })
}

const named = (kind: 'enum' | 'namespace' | 'import' | 'function'): Rule => (walk, path, scope) => {
  const { id } = path.node as unknown as { id: Node }
  if (id.type === 'Identifier') walk.scopes.declare(scope, id.name, kind, path)
}

const typed: Rule = (walk, path, scope) => walk.later(path.node.start!, path.node.end!, () => referInType(walk, path, scope))

export const RULES: Partial<Record<Node['type'], Rule>> = {
  Identifier: (walk, path, scope) => walk.refer(path, scope),
  Import: (walk, path) => { walk.scopes.imports(path) },
  JSXIdentifier: (walk, path, scope) => {
    // `<div>` is text, `<Button>` and `<ui.Button>` are references
    const { name } = path.node as JSXIdentifier
    const isObject = path.parent?.node.type === 'JSXMemberExpression' && path.key === 'object'
    if (isObject || (path.key === 'name' && path.parent?.node.type !== 'JSXAttribute' && !/^[a-z]|-/.test(name))) walk.refer(path, scope)
  },
  JSXNamespacedName: nothing,
  Decorator: (walk, path, scope) => {
    walk.scopes.decorators.push(path as Path & { node: Decorator })
    walk.children(path, scope)
  },

  FunctionDeclaration: func,
  FunctionExpression: func,
  ArrowFunctionExpression: func,
  ObjectMethod: func,
  ClassMethod: func,
  ClassPrivateMethod: func,
  TSDeclareMethod: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'TSDeclareMethod' }>
    walk.all(node.decorators, 'decorators', path, scope)
    referInType(walk, path, scope)
  },
  TSDeclareFunction: (walk, path, scope) => {
    named('function')(walk, path, scope)
    referInType(walk, path, scope)
  },
  ClassDeclaration: classLike,
  ClassExpression: classLike,
  ClassProperty: member,
  ClassPrivateProperty: member,
  ClassAccessorProperty: member,
  StaticBlock: varBlock,

  VariableDeclaration: declareVariables,
  BlockStatement: block,
  ForStatement: block,
  ForInStatement: loopOver,
  ForOfStatement: loopOver,
  SwitchStatement: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'SwitchStatement' }>
    walk.child(node.discriminant, 'discriminant', path, scope)
    walk.inside('block', node, scope, (own) => walk.all(node.cases, 'cases', path, own))
  },
  CatchClause: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'CatchClause' }>
    walk.inside('block', node, scope, (own) => {
      if (node.param) bindPattern(walk, { node: node.param, parent: path, key: 'param' }, own, own, 'catch')
      walk.child(node.body, 'body', path, own)
    })
  },
  AssignmentExpression: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'AssignmentExpression' }>
    walk.target({ node: node.left, parent: path, key: 'left' }, scope)
    walk.child(node.right, 'right', path, scope)
  },
  UpdateExpression: (walk, path, scope) => walk.target({ node: (path.node as Extract<Node, { type: 'UpdateExpression' }>).argument, parent: path, key: 'argument' }, scope),

  MemberExpression: member,
  OptionalMemberExpression: member,
  ObjectProperty: member,
  LabeledStatement: (walk, path, scope) => walk.child((path.node as Extract<Node, { type: 'LabeledStatement' }>).body, 'body', path, scope),
  BreakStatement: nothing,
  ContinueStatement: nothing,
  MetaProperty: nothing,

  ImportDeclaration: (walk, path, scope) => {
    for (const specifier of (path.node as Extract<Node, { type: 'ImportDeclaration' }>).specifiers) {
      walk.scopes.declare(scope, specifier.local.name, 'import', { node: specifier, parent: path, key: 'specifiers' })
    }
  },
  ExportNamedDeclaration: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'ExportNamedDeclaration' }>
    walk.child(node.declaration, 'declaration', path, scope)
    if (!node.source) walk.all(node.specifiers, 'specifiers', path, scope)
  },
  ExportSpecifier: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'ExportSpecifier' }>
    const ofTypes = node.exportKind === 'type' || (path.parent?.node as { exportKind?: string }).exportKind === 'type'
    walk.refer({ node: node.local, parent: path, key: 'local' }, scope, { type: ofTypes })
  },
  ExportAllDeclaration: nothing,

  TSAsExpression: (walk, path, scope) => walk.children(path, scope),
  TSSatisfiesExpression: (walk, path, scope) => walk.children(path, scope),
  TSNonNullExpression: (walk, path, scope) => walk.children(path, scope),
  TSTypeAssertion: (walk, path, scope) => walk.children(path, scope),
  TSInstantiationExpression: (walk, path, scope) => walk.children(path, scope),
  TSInterfaceDeclaration: (walk, path, scope) => {
    walk.hollows?.meet(path.node)
    typed(walk, path, scope)
  },
  TSTypeAliasDeclaration: typed,
  TSExportAssignment: (walk, path, scope) => walk.children(path, scope),
  TSEnumDeclaration: (walk, path, scope) => {
    named('enum')(walk, path, scope)
    const { members } = path.node as Extract<Node, { type: 'TSEnumDeclaration' }>
    walk.inside('block', path.node, scope, (own) => walk.all(members, 'members', path, own))
  },
  TSEnumMember: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'TSEnumMember' }>
    if (node.id.type === 'Identifier') walk.scopes.declare(scope, node.id.name, 'enum', path)
    walk.child(node.initializer, 'initializer', path, scope)
  },
  TSModuleDeclaration: (walk, path, scope) => {
    const node = path.node as Extract<Node, { type: 'TSModuleDeclaration' }>
    if (!node.global) named('namespace')(walk, path, scope)
    walk.child(node.body, 'body', path, scope)
  },
  TSModuleBlock: varBlock,
  TSImportEqualsDeclaration: named('import'),
  TSNamespaceExportDeclaration: nothing,
}
