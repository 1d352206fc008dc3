// What other modules of the project export, as far as their texts are at hand. Their specifiers are what `compile` wants.
import type { Node } from '@babel/types'
import { parseWhole, type Tree } from '../1-parse/parse.ts'
import type { Stand } from '../site.ts'
import { marks, PACKAGE } from './names.ts'
import { nameOfExport, Ours } from './ours.ts'

export interface Module {
  readonly tree: Tree
  readonly ours: Ours
  /** By the const that they are in. */
  readonly stands: Map<Stand['holder'], Stand>
}

export type Exported =
  /** A name of this package, handed on. */
  | { readonly kind: 'ours'; readonly name: string }
  /** The value of an exported const. */
  | { readonly kind: 'const'; readonly value: Node; readonly name: string; readonly module: Module }

export class Modules {
  readonly wants = new Set<string>()
  readonly #read = new Map<string, Module | undefined>()
  constructor(readonly texts: Readonly<Record<string, string>>, readonly through: readonly string[]) {}

  has(specifier: string): boolean { return Object.hasOwn(this.texts, specifier) }

  /** A module may hand out bundles if it is one of the project's own. */
  isProjects(specifier: string): boolean { return specifier.startsWith('.') || this.through.includes(specifier) }

  /** What a name of a `through` module is called here. Without the module's text a name is taken for what it says. */
  ourName(specifier: string, name: string): string | undefined {
    if (!this.through.includes(specifier)) return undefined
    const exported = this.look(specifier, name)
    if (this.has(specifier)) return exported?.kind === 'ours' ? exported.name : undefined
    return marks(name) ? name : undefined
  }

  /** Asks for the module; `undefined` when its text isn't at hand or doesn't show the value. */
  look(specifier: string, name: string): Exported | undefined {
    this.wants.add(specifier)
    const module = this.#module(specifier)
    return module && exportOf(module, name)
  }

  #module(specifier: string): Module | undefined {
    if (this.#read.has(specifier)) return this.#read.get(specifier)
    const text = this.has(specifier) ? this.texts[specifier]! : undefined
    const tree = text === undefined ? undefined : (parseWhole(text, `${specifier}.ts`) ?? parseWhole(text, `${specifier}.tsx`))
    // a module of a module isn't followed: the host loads what this file names, no more
    const module = tree && { tree, ours: new Ours(tree, new Modules({}, [])), stands: new Map() }
    this.#read.set(specifier, module)
    return module
  }
}

function exportOf(module: Module, name: string): Exported | undefined {
  for (const statement of module.tree.program.body) {
    if (statement.type === 'ExportDefaultDeclaration' && name === 'default') return valueOrOurs(module, statement.declaration, name)
    if (statement.type !== 'ExportNamedDeclaration') continue
    if (statement.declaration?.type === 'VariableDeclaration' && statement.declaration.kind === 'const') {
      const declarator = statement.declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
      if (declarator?.init) return { kind: 'const', value: declarator.init, name, module }
    }
    const specifier = statement.specifiers.find((s) => s.type === 'ExportSpecifier' && nameOfExport(s.exported) === name)
    if (specifier?.type !== 'ExportSpecifier') continue
    if (!statement.source) return valueOrOurs(module, specifier.local, name)
    return statement.source.value === PACKAGE ? { kind: 'ours', name: specifier.local.name } : undefined
  }
  return undefined
}

function valueOrOurs(module: Module, node: Node, name: string): Exported | undefined {
  const ours = module.ours.nameOf(node)
  if (ours) return { kind: 'ours', name: ours }
  if (node.type !== 'Identifier') return { kind: 'const', value: node, name, module }
  const binding = module.tree.scopes.resolve(node)
  const declarator = binding?.kind === 'const' ? binding.path.node : undefined
  return declarator?.type === 'VariableDeclarator' && declarator.init ? { kind: 'const', value: declarator.init, name, module } : undefined
}
