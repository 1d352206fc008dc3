// What other modules of the project export, as far as their texts are at hand. Their specifiers are what `compile` wants, also those by which they know each other.
import type { Node } from '@babel/types'
import { parseWhole, type Tree } from '../1-parse/parse.ts'
import type { Binding } from '../1-parse/scopes.ts'
import type { Stand } from '../site.ts'
import { marks, PACKAGE } from './names.ts'
import { nameOfExport, Ours } from './ours.ts'

export interface Module {
  readonly tree: Tree
  readonly ours: Ours
  /** By the const that they are in. */
  readonly stands: Map<Stand['holder'], Stand>
  /** What its own specifiers lead to. */
  readonly modules: Modules
}

export type Exported =
  /** A name of this package, handed on. */
  | { readonly kind: 'ours'; readonly name: string }
  /** The value of an exported const. */
  | { readonly kind: 'const'; readonly value: Node; readonly name: string; readonly module: Module }
  /** Whatever the module calls `specifier` has: its text isn't at hand. */
  | { readonly kind: 'missing'; readonly specifier: string }

/** Between the steps of a want: `./policies > ./base` is what `./policies` calls `./base`. */
const STEP = ' > '

// modules may lead to each other in a circle, and hand on whole modules that do the same
const MOST_STEPS = 8, MOST_WANTS = 64

// a path, or an alias as no package may be called: `#policies`, `~/policies`, `$lib/policies`, `@/policies`
const NO_PACKAGE = /^(?:[./#~$]|@\/)/

export class Modules {
  readonly #read: Map<string, Module | undefined>
  /** `path`: the want whose module these are the neighbours of. */
  constructor(readonly texts: Readonly<Record<string, string>>, readonly through: readonly string[], readonly wants = new Set<string>(), read = new Map<string, Module | undefined>(), readonly path = '') {
    this.#read = read
  }

  /** A module may hand out bundles if it is one of the project's own. */
  isProjects(specifier: string): boolean { return NO_PACKAGE.test(specifier) || this.through.includes(specifier) }

  /** What a name of a `through` module is called here. Without the module's text a name is taken for what it says. */
  ourName(specifier: string, name: string): string | undefined {
    if (!this.through.includes(specifier)) return undefined
    const exported = this.look(specifier, name)
    if (exported?.kind === 'missing') return marks(name) ? name : undefined
    return exported?.kind === 'ours' ? exported.name : undefined
  }

  /** Asks for the module; `undefined` when its text doesn't show the value. */
  look(specifier: string, name: string): Exported | undefined {
    const want = this.path + specifier
    if (want.split(STEP).length > MOST_STEPS || (this.wants.size >= MOST_WANTS && !this.wants.has(want))) return { kind: 'missing', specifier }
    this.wants.add(want)
    const module = this.#module(want)
    return module ? exportOf(module, name) : { kind: 'missing', specifier }
  }

  #module(want: string): Module | undefined {
    if (this.#read.has(want)) return this.#read.get(want)
    const text = Object.hasOwn(this.texts, want) ? this.texts[want]! : undefined
    const parsed = text === undefined ? undefined : (parseWhole(text, `${want}.ts`) ?? parseWhole(text, `${want}.tsx`))
    // what CommonJS exports isn't to be seen: that of a package built twice, say, found by a host that knows `require` alone
    const tree = parsed?.program.body.some(({ type }) => type.startsWith('Export')) ? parsed : undefined
    const neighbours = new Modules(this.texts, this.through, this.wants, this.#read, want + STEP)
    // what it makes of the names of a `through` module is asked when somebody looks
    const module = tree && { tree, ours: new Ours(tree, NO_MODULES), stands: new Map(), modules: neighbours }
    this.#read.set(want, module)
    return module
  }
}

const NO_MODULES = new Modules({}, [])

/** Its own exports first, as in the language; then those of whole modules that it hands on. */
function exportOf(module: Module, name: string): Exported | undefined {
  const { body } = module.tree.program
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration' && name === 'default') return valueOrOurs(module, statement.declaration, name)
    if (statement.type !== 'ExportNamedDeclaration') continue
    if (statement.declaration?.type === 'VariableDeclaration' && statement.declaration.kind === 'const') {
      const declarator = statement.declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
      if (declarator?.init) return { kind: 'const', value: declarator.init, name, module }
    }
    const specifier = statement.specifiers.find((s) => s.type === 'ExportSpecifier' && nameOfExport(s.exported) === name)
    if (specifier?.type !== 'ExportSpecifier') continue
    return statement.source ? handedOn(module, statement.source.value, nameOfExport(specifier.local)) : valueOrOurs(module, specifier.local, name)
  }
  if (name === 'default') return undefined
  const all = body.flatMap((statement) => (statement.type === 'ExportAllDeclaration' ? (handedOn(module, statement.source.value, name) ?? []) : []))
  return all.find(({ kind }) => kind !== 'missing') ?? all[0]
}

const handedOn = ({ modules }: Module, source: string, name: string): Exported | undefined =>
  source === PACKAGE ? { kind: 'ours', name } : modules.isProjects(source) ? modules.look(source, name) : undefined

function valueOrOurs(module: Module, node: Node, name: string): Exported | undefined {
  const ours = module.ours.nameOf(node)
  if (ours) return { kind: 'ours', name: ours }
  if (node.type !== 'Identifier') return { kind: 'const', value: node, name, module }
  const binding = module.tree.scopes.resolve(node)
  const from = binding?.kind === 'import' ? importOf(binding) : undefined
  if (from) return from.name === undefined ? undefined : handedOn(module, from.source, from.name)
  const declarator = binding?.kind === 'const' ? binding.path.node : undefined
  return declarator?.type === 'VariableDeclarator' && declarator.init ? { kind: 'const', value: declarator.init, name, module } : undefined
}

/** Where an imported name is from, and what it is called there; a namespace has no name. */
export function importOf({ path }: Binding): { readonly source: string; readonly name: string | undefined } | undefined {
  const declaration = path.parent?.node
  if (declaration?.type !== 'ImportDeclaration') return undefined
  const specifier = path.node
  const name = specifier.type === 'ImportSpecifier' ? nameOfExport(specifier.imported) : specifier.type === 'ImportDefaultSpecifier' ? 'default' : undefined
  return { source: declaration.source.value, name }
}
