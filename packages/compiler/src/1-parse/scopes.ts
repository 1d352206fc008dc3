// What the one walk leaves behind: scopes with their bindings, and every reference in source order. Names are resolved afterwards, so hoisting needs no care.
import type { Identifier, JSXIdentifier, Node } from '@babel/types'

/** A node with the way down to it. */
export interface Path {
  readonly node: Node
  readonly parent: Path | undefined
  /** The parent's property that holds the node. */
  readonly key: string
}

export type BindingKind =
  | 'import' | 'const' | 'let' | 'var' | 'using' | 'function' | 'class' | 'parameter' | 'catch' | 'enum' | 'namespace'
  /** The own name of a function expression or of a class, as its inside sees it. */
  | 'self'

export interface Binding {
  readonly name: string
  readonly kind: BindingKind
  readonly scope: Scope
  /** What declares it: a declarator, function, class, import specifier, parameter … */
  readonly path: Path
}

export type ScopeKind = 'module' | 'function' | 'body' | 'block' | 'class'

export class Scope {
  readonly bindings = new Map<string, Binding>()
  /** Its references and those of the scopes inside it: `scopes.references.slice(from, to)`. */
  from = 0
  to = 0
  constructor(readonly kind: ScopeKind, readonly node: Node, readonly parent: Scope | undefined) {}

  /** Whether this scope is `other`, or inside it. */
  within(other: Scope): boolean {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) if (scope === other) return true
    return false
  }
}

export interface Reference {
  readonly name: string
  readonly scope: Scope
  readonly path: Path & { readonly node: Identifier | JSXIdentifier }
  /** In a type, which is gone at run time. */
  readonly type: boolean
  /** Assigned here; it may be read, too: `x++`. */
  readonly write: boolean
}

export class Scopes {
  readonly references: Reference[] = []
  readonly byName = new Map<string, Reference[]>()
  /** The callees of `import(…)`. */
  readonly dynamicImports: Path[] = []
  readonly #of = new Map<Node, Scope>()
  readonly #declared = new Set<string>()
  constructor(readonly module: Scope) {}

  add(scope: Scope): void { this.#of.set(scope.node, scope) }

  /** The scope that a node makes: a function's is that of its parameters, the body's is its own. */
  of(node: Node): Scope | undefined { return this.#of.get(node) }

  /** The scope that a node stands in. */
  at(path: Path): Scope {
    for (let outer = path.parent; outer; outer = outer.parent) {
      const scope = this.#of.get(outer.node)
      if (scope) return scope
    }
    return this.module
  }

  declare(scope: Scope, name: string, kind: BindingKind, path: Path): void {
    this.#declared.add(name)
    const earlier = scope.bindings.get(name)
    // of a function's overloads the last has the body; a namespace or an enum adds to what is there
    if (!earlier || earlier.path.node.type === 'TSDeclareFunction') scope.bindings.set(name, { name, kind, scope, path })
  }

  refer(reference: Reference): void {
    this.references.push(reference)
    const same = this.byName.get(reference.name)
    if (same) same.push(reference)
    else this.byName.set(reference.name, [reference])
  }

  lookup(name: string, from: Scope): Binding | undefined {
    for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
      const binding = scope.bindings.get(name)
      if (binding) return binding
    }
    return undefined
  }

  /** The binding of an identifier that is a reference; `undefined` for a global. */
  resolve(node: Identifier | JSXIdentifier): Binding | undefined {
    const reference = this.byName.get(node.name)?.find((r) => r.path.node === node)
    return reference && this.lookup(reference.name, reference.scope)
  }

  /** All references to a binding, types included. */
  referencesTo(binding: Binding): Reference[] {
    return (this.byName.get(binding.name) ?? []).filter((r) => this.lookup(r.name, r.scope) === binding)
  }

  /** Values that a function, or another node with a scope, uses from outside of itself. */
  free(node: Node): Reference[] {
    const inside = this.of(node)
    if (!inside) return []
    return this.references.slice(inside.from, inside.to).filter((r) => {
      if (r.type) return false
      const binding = this.lookup(r.name, r.scope)
      return !binding || !binding.scope.within(inside)
    })
  }

  /** Whether the file uses or declares this name anywhere. */
  uses(name: string): boolean { return this.byName.has(name) || this.#declared.has(name) }
}
