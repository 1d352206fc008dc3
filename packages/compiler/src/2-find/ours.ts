// Which names of a file are this package's: real import bindings only, renamed ones and namespaces followed, shadowed ones not.
import type { ExportDefaultDeclaration, ImportDeclaration, ImportDefaultSpecifier, ImportNamespaceSpecifier, ImportSpecifier, Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Binding, Path, Reference } from '../1-parse/scopes.ts'
import type { Modules } from './modules.ts'
import { isDecorator, marks, PACKAGE } from './names.ts'
import { callOf, keyOf, outermost, unwrap } from './syntax.ts'

export interface OurImport {
  readonly declaration: ImportDeclaration
  readonly specifier: ImportSpecifier | ImportNamespaceSpecifier | ImportDefaultSpecifier
  /** Its name in the package; `*` for a namespace. */
  readonly imported: string
  readonly typeOnly: boolean
  readonly binding: Binding
}

export type Use =
  /** `@Retry(…)`. */
  | 'decorator'
  /** `@Retry`. */
  | 'uncalled'
  /** `resilient(…)`. */
  | 'marker'
  /** `resilient.of(…)`. */
  | 'of'
  /** `bundle(…)`. */
  | 'bundle'
  | 'export'
  | 'type'
  /** Anything else: it must stay imported. */
  | 'value'

export interface OurReference {
  readonly imported: string
  readonly from: OurImport
  /** The name; with a namespace, `r.Retry`. */
  readonly path: Path
  readonly use: Use
}

export class Ours {
  readonly imports: readonly OurImport[]
  readonly references: readonly OurReference[]
  readonly #tree: Tree
  readonly #of = new Map<Binding, OurImport>()

  constructor(tree: Tree, modules: Modules) {
    this.#tree = tree
    this.imports = importsOf(tree, modules)
    for (const entry of this.imports) this.#of.set(entry.binding, entry)
    this.references = this.imports.flatMap((entry) => tree.scopes.referencesTo(entry.binding).flatMap((reference) => [use(entry, reference), ...takenOut(entry, reference)]))
  }

  /** The package's name for an expression: `Retry` for `Again` imported as such, or for `r.Retry`. */
  nameOf(node: Node): string | undefined {
    const inner = unwrap(node)
    if (inner.type === 'Identifier') return this.#entry(inner)?.imported
    if (inner.type !== 'MemberExpression' || inner.object.type !== 'Identifier' || this.#entry(inner.object)?.imported !== '*') return undefined
    return keyOf({ key: inner.property, computed: inner.computed })
  }

  #entry(node: Extract<Node, { type: 'Identifier' }>): OurImport | undefined {
    const binding = this.#tree.scopes.resolve(node)
    return binding && this.#of.get(binding)
  }
}

function importsOf({ program, scopes }: Tree, modules: Modules): OurImport[] {
  return program.body.flatMap((declaration) => {
    if (declaration.type !== 'ImportDeclaration') return []
    return declaration.specifiers.flatMap((specifier): OurImport[] => {
      const written = specifier.type === 'ImportSpecifier' ? nameOfExport(specifier.imported) : specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
      const imported = declaration.source.value === PACKAGE ? written : modules.ourName(declaration.source.value, written)
      const typeOnly = declaration.importKind === 'type' || (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type')
      const binding = scopes.module.bindings.get(specifier.local.name)
      return imported && binding ? [{ declaration, specifier, imported, typeOnly, binding }] : []
    })
  })
}

export const nameOfExport = (node: Extract<Node, { type: 'Identifier' | 'StringLiteral' }>): string => (node.type === 'Identifier' ? node.name : node.value)

function use(from: OurImport, reference: Reference): OurReference {
  if (reference.type || from.typeOnly) return { imported: from.imported, from, path: reference.path, use: reference.path.parent?.node.type === 'ExportSpecifier' ? 'export' : 'type' }
  const { path, imported } = from.imported === '*' ? memberOf(reference.path) : { path: reference.path, imported: from.imported }
  return { imported, from, path, use: useOf(path, imported) }
}

/** What a pattern takes out of a namespace: `const { Retry, attemptSignal: signal } = r4c`. */
function takenOut(from: OurImport, { path, type }: Reference): OurReference[] {
  if (from.imported !== '*' || from.typeOnly || type) return []
  const { parent, key } = outermost(path)
  const holder = parent?.node
  const pattern = holder?.type === 'VariableDeclarator' && key === 'init' ? holder.id : (holder?.type === 'AssignmentExpression' || holder?.type === 'AssignmentPattern') && key === 'right' ? holder.left : undefined
  if (pattern?.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((node): OurReference[] => {
    const imported = node.type === 'ObjectProperty' ? keyOf(node) : undefined
    return imported === undefined ? [] : [{ imported, from, path: { node, parent, key: 'properties' }, use: 'value' }]
  })
}

function memberOf(path: Path): { path: Path; imported: string } {
  const { parent, key } = path
  const name = parent?.node.type === 'MemberExpression' && key === 'object' ? keyOf({ key: parent.node.property, computed: parent.node.computed }) : undefined
  return name && parent ? { path: parent, imported: name } : { path, imported: '*' }
}

function useOf(path: Path, imported: string): Use {
  const outer = outermost(path)
  const holder = outer.parent?.node
  if (holder?.type === 'ExportSpecifier' || (holder as ExportDefaultDeclaration | undefined)?.type === 'ExportDefaultDeclaration') return 'export'
  if (!marks(imported)) return 'value'
  if (holder?.type === 'Decorator') return 'uncalled'
  if (imported === 'resilient' && holder?.type === 'MemberExpression' && outer.key === 'object' && keyOf({ key: holder.property, computed: holder.computed }) === 'of') {
    return callOf(outer.parent!) ? 'of' : 'value'
  }
  const call = callOf(path)
  if (!call) return 'value'
  if (outermost(call).parent?.node.type === 'Decorator' && isDecorator(imported)) return 'decorator'
  return imported === 'resilient' ? 'marker' : imported === 'bundle' ? 'bundle' : 'value'
}
