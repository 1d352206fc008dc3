// Values that stand elsewhere: consts of this file or of a module at hand. Their text may be used in place of the name when nobody can have changed them.
import type { MemberExpression, Node, VariableDeclaration } from '@babel/types'
import type { Binding, Path } from '../1-parse/scopes.ts'
import { importOf, type Module } from './modules.ts'
import { keyOf, outermost, unwrap } from './syntax.ts'

export interface Followed {
  readonly name: string
  readonly value: Node
  readonly module: Module
  /** In another file, so that its places mean nothing in this one. */
  readonly elsewhere: boolean
  /** Its declaration in this file, where values that are computed in it may also be computed right in front of it. */
  readonly holder?: VariableDeclaration
  /** Why what it holds when it is used may not be what the text shows. */
  readonly doubt?: string
}

export type Following = Followed | { readonly missing: { readonly name: string; readonly specifier: string } } | undefined

export function follow(node: Node, module: Module): Following {
  if (node.type === 'MemberExpression') return ofNamespace(node, module)
  if (node.type !== 'Identifier') return undefined
  const binding = module.tree.scopes.resolve(node)
  if (binding?.kind === 'import') return imported(binding, undefined, module)
  const declarator = binding?.kind === 'const' ? binding.path.node : undefined
  if (!binding || declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier' || !declarator.init) return undefined
  const holder = holderOf(binding)
  const followed = { name: node.name, value: declarator.init, module, elsewhere: false, ...(holder && { holder }) }
  const doubt = declarator.init.end! > node.start! ? `${node.name} is defined further down` : mayChange(binding, declarator.init, module) ? changeable(node.name) : undefined
  return doubt ? { ...followed, doubt } : followed
}

/** A statement of its own that evaluates nothing in front of the value. */
function holderOf({ path }: Binding): VariableDeclaration | undefined {
  const declaration = path.parent?.node
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations[0] !== path.node) return undefined
  const list = path.parent!.parent
  return list && LISTS.has((list.node.type === 'ExportNamedDeclaration' ? list.parent! : list).node.type) ? declaration : undefined
}

const LISTS: ReadonlySet<string> = new Set(['Program', 'BlockStatement', 'StaticBlock', 'TSModuleBlock', 'SwitchCase'])

const changeable = (name: string) => `${name} may be changed by other code; write \`as const\` behind it, or make it with bundle(…)`

/** `policies.remote`, of `import * as policies`. */
function ofNamespace({ object, property, computed }: MemberExpression, module: Module): Following {
  const binding = object.type === 'Identifier' ? module.tree.scopes.resolve(object) : undefined
  const member = keyOf({ key: property, computed })
  return binding?.kind === 'import' && member !== undefined ? imported(binding, member, module) : undefined
}

function imported(binding: Binding, member: string | undefined, { modules }: Module): Following {
  const from = importOf(binding)
  const exportedName = from && (from.name ?? member)
  // a member of something that is imported by its own name is a property
  if (!from || exportedName === undefined || (from.name !== undefined && member !== undefined)) return undefined
  const name = member === undefined ? binding.name : `${binding.name}.${member}`
  const exported = modules.look(from.source, exportedName)
  if (exported?.kind !== 'const') return { missing: { name, specifier: from.source } }
  const { value, module } = exported
  const safe = isFrozen(value, module)
  return { name, value, module, elsewhere: true, ...(!safe && { doubt: changeable(name) }) }
}

/** `as const` tells the type checker to refuse changes; a bundle copies what it is given. */
function isFrozen(value: Node, { ours }: Module): boolean {
  const inner = unwrap(value)
  if (inner.type === 'CallExpression' && ours.nameOf(inner.callee) === 'bundle') return true
  return hasAsConst(value)
}

function hasAsConst(node: Node): boolean {
  const type = node.type === 'TSAsExpression' ? node.typeAnnotation : undefined
  if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const') return true
  return 'expression' in node && unwrap(node) !== node && hasAsConst(node.expression as Node)
}

function mayChange(binding: Binding, value: Node, module: Module, asked: readonly Binding[] = []): boolean {
  if (isFrozen(value, module)) return false
  if (asked.includes(binding)) return true
  const exported = binding.path.parent?.parent?.node.type === 'ExportNamedDeclaration'
  return exported || !module.tree.scopes.referencesTo(binding).every((r) => r.type || isOnlyRead(r.path, module, [...asked, binding]))
}

/** Where an object is copied at once, or handed to nobody but us. */
function isOnlyRead(path: Path, module: Module, asked: readonly Binding[]): boolean {
  const { parent, key } = outermost(path)
  switch (parent?.node.type) {
    case 'SpreadElement': return parent.parent?.node.type === 'ObjectExpression'
    case 'CallExpression': return key === 'arguments' && module.ours.nameOf(parent.node.callee) !== undefined
    case 'ArrayExpression': return isOnlyRead(parent, module, asked)
    case 'ObjectProperty': return key === 'value' && parent.parent !== undefined && isOnlyRead(parent.parent, module, asked)
    case 'VariableDeclarator': {
      if (parent.node.id.type !== 'Identifier') return false
      const holder = module.tree.scopes.lookup(parent.node.id.name, module.tree.scopes.at(parent))
      return holder?.path.node === parent.node && holder.kind === 'const' && !mayChange(holder, parent.node.init!, module, asked)
    }
    default: return false
  }
}
