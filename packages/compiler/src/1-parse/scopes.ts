// What the walk leaves behind: scopes with their bindings, and references. Names are resolved afterwards, so hoisting needs no care. Functions and classes that
// mention nothing of interest are left out, and walked once somebody asks for what is in them (`later.ts`).
import type { Decorator, Identifier, JSXIdentifier, Node } from '@babel/types'
import type { Later } from './later.ts'

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
  constructor(readonly kind: ScopeKind, readonly node: Node, readonly parent: Scope | undefined) {}
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

/** Bits of an offset: parts of 512 characters. */
const PART = 9

/** So many references are sooner looked through than the text that they are in. */
const FEW = 32

export class Scopes {
  readonly #byName = new Map<string, Reference[]>()
  /** By the part of the text that they stand in. */
  readonly #parts: Reference[][] = []
  readonly #dynamicImports: Path[] = []
  readonly #of = new Map<Node, Scope>()
  /** All of the file. */
  readonly decorators: (Path & { readonly node: Decorator })[] = []
  /** `unread`: names of the module whose declarations aren't read yet, and where to look for them. */
  constructor(readonly module: Scope, readonly later: Later, readonly unread: Map<string, number>) {}

  /** The callees of `import(…)`. */
  get dynamicImports(): readonly Path[] {
    this.later.named('import')
    return this.#dynamicImports
  }

  add(scope: Scope): void { this.#of.set(scope.node, scope) }

  /** The scope that a node makes: a function's is that of its parameters, the body's is its own. */
  of(node: Node): Scope | undefined {
    this.later.within(node.start!, node.end!)
    return this.#of.get(node)
  }

  /** The scope that a node stands in. */
  at(path: Path): Scope {
    for (let outer = path.parent; outer; outer = outer.parent) {
      const scope = this.#of.get(outer.node)
      if (scope) return scope
    }
    return this.module
  }

  declare(scope: Scope, name: string, kind: BindingKind, path: Path): void {
    const earlier = scope.bindings.get(name)
    // of a function's overloads the last has the body; a namespace or an enum adds to what is there
    if (!earlier || earlier.path.node.type === 'TSDeclareFunction') scope.bindings.set(name, { name, kind, scope, path })
  }

  refer(reference: Reference): void {
    const part = reference.path.node.start! >> PART
    const near = (this.#parts[part] ??= [])
    near.push(reference)
    const same = this.#byName.get(reference.name)
    if (same) same.push(reference)
    else this.#byName.set(reference.name, [reference])
  }

  imports(path: Path): void { this.#dynamicImports.push(path) }

  lookup(name: string, from: Scope): Binding | undefined {
    for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
      if (scope === this.module) this.#read(name)
      const binding = scope.bindings.get(name)
      if (binding) return binding
    }
    return undefined
  }

  #read(name: string): void {
    const at = this.unread.get(name)
    if (at === undefined) return
    this.unread.delete(name)
    this.later.within(at, at)
  }

  /** The binding of an identifier that is a reference; `undefined` for a global. */
  resolve(node: Identifier | JSXIdentifier): Binding | undefined {
    this.later.within(node.start!, node.end!)
    const reference = this.#parts[node.start! >> PART]?.find(({ path }) => path.node === node)
    return reference && this.lookup(reference.name, reference.scope)
  }

  /** All references to a binding, types included. */
  referencesTo(binding: Binding): Reference[] {
    const inside = binding.scope === this.module ? undefined : binding.scope.node
    return this.named(binding.name, inside).filter((r) => this.lookup(r.name, r.scope) === binding)
  }

  /** All references of a name, whatever it means; `inside`: at least those in this node. */
  named(name: string, inside?: Node): readonly Reference[] {
    if (inside) this.later.within(inside.start!, inside.end!)
    else this.later.named(name)
    const all = this.#byName.get(name) ?? []
    // a parameter may be called the same in each function of a long file
    return inside && all.length > FEW ? this.within({ start: inside.start!, end: inside.end! }).filter((reference) => reference.name === name) : all
  }

  /** What a text refers to. */
  within({ start, end }: { readonly start: number; readonly end: number }): Reference[] {
    this.later.within(start, end)
    return this.#parts.slice(start >> PART, (end >> PART) + 1).flatMap((near) => near.filter(({ path: { node } }) => start <= node.start! && node.end! <= end))
  }
}
