// The walk over a tree. What a kind of node means to scopes is in `rules.ts`; all others just have children.
import type { File, Identifier, JSXIdentifier, Node, Program } from '@babel/types'
import { eachChild } from './children.ts'
import type { Hollows } from './hollow.ts'
import { referInType } from './in-types.ts'
import { Later } from './later.ts'
import { RULES } from './rules.ts'
import { Scope, Scopes, type Path, type ScopeKind } from './scopes.ts'

/** `source`: whose imports are of interest wherever they are used. */
export function scan({ program, comments }: File, code: string, source: string, hollows?: Hollows): Scopes {
  const quiet = [...(comments ?? []), ...(hollows?.quiet ?? [])].sort((a, b) => a.start! - b.start!)
  const scopes = new Scopes(new Scope('module', program, undefined), new Later(code, importedNames(program, source), quiet), new Map(hollows?.declared))
  const walk = new Walk(scopes, hollows)
  scopes.add(scopes.module)
  walk.children({ node: program, parent: undefined, key: 'program' }, scopes.module)
  return scopes
}

const importedNames = (program: Program, source: string): string[] =>
  program.body.flatMap((statement) => (statement.type === 'ImportDeclaration' && statement.source.value === source ? statement.specifiers.map(({ local }) => local.name) : []))

export class Walk {
  constructor(readonly scopes: Scopes, readonly hollows: Hollows | undefined) {}

  child(node: Node | null | undefined, key: string, parent: Path, scope: Scope): void {
    if (node) this.visit({ node, parent, key }, scope)
  }

  all(nodes: readonly (Node | null)[] | null | undefined, key: string, parent: Path, scope: Scope): void {
    for (const node of nodes ?? []) this.child(node, key, parent, scope)
  }

  children(path: Path, scope: Scope): void {
    eachChild(path.node, (node, key) => this.visit({ node, parent: path, key }, scope))
  }

  visit(path: Path, scope: Scope): void {
    const { type } = path.node
    const rule = RULES[type]
    if (rule) rule(this, path, scope)
    else if (type.startsWith('TS')) referInType(this, path, scope)
    else this.children(path, scope)
  }

  /** What declares nothing outside of itself. */
  later(start: number, end: number, walk: () => void): void { this.scopes.later.put(start, end, walk) }

  /** Statements that were passed over: a block stands for them until somebody asks about one. */
  run({ node, parent, key }: Path, scope: Scope): void {
    this.later(node.start!, node.end!, () => {
      for (const statement of this.hollows!.unfold(node)) this.visit({ node: statement, parent, key }, scope)
    })
  }

  /** Children in a scope of their own. */
  inside(kind: ScopeKind, node: Node, parent: Scope, fill: (scope: Scope) => void): void {
    const scope = new Scope(kind, node, parent)
    this.scopes.add(scope)
    fill(scope)
  }

  refer(path: Path, scope: Scope, { type = false, write = false } = {}): void {
    const node = path.node as Identifier | JSXIdentifier
    if (node.name !== 'this') this.scopes.refer({ name: node.name, scope, path: path as Path & { node: Identifier }, type, write })
  }

  /** The target of an assignment: names in it are written. */
  target(path: Path, scope: Scope): void {
    const { node } = path
    const within = (child: Node | null | undefined, key: string) => child && this.target({ node: child, parent: path, key }, scope)
    switch (node.type) {
      case 'Identifier': return this.refer(path, scope, { write: true })
      case 'ArrayPattern': return node.elements.forEach((element) => within(element, 'elements'))
      case 'RestElement': within(node.argument, 'argument'); return
      case 'AssignmentPattern': within(node.left, 'left'); return this.child(node.right, 'right', path, scope)
      case 'ObjectPattern':
        for (const property of node.properties) {
          const at: Path = { node: property, parent: path, key: 'properties' }
          if (property.type === 'RestElement') this.target(at, scope)
          else {
            if (property.computed) this.child(property.key, 'key', at, scope)
            this.target({ node: property.value, parent: at, key: 'value' }, scope)
          }
        }
        return
      case 'TSAsExpression': case 'TSSatisfiesExpression': case 'TSNonNullExpression': case 'TSTypeAssertion': within(node.expression, 'expression'); return
      default: return this.visit(path, scope)
    }
  }
}
