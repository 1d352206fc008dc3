// All our decorators of a file, by what they stand on.
import type { Decorator, Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Binding, Path } from '../1-parse/scopes.ts'
import type { Mark } from './decorators.ts'
import type { Modules } from './modules.ts'
import { isDecorator } from './names.ts'
import { nameOfExport, type Ours } from './ours.ts'
import { callOf, keyOf, outermost, unwrap } from './syntax.ts'

export interface Marked {
  /** The method, class, or whatever else was decorated. */
  readonly path: Path
  /** In source order. */
  readonly marks: readonly Mark[]
  /** `@Retry` without its call. */
  readonly uncalled: readonly { readonly decorator: Decorator; readonly imported: string }[]
}

export function collectMarks(tree: Tree, ours: Ours, modules: Modules): Marked[] {
  const marked = new Map<Node, { path: Path; marks: Mark[]; uncalled: { decorator: Decorator; imported: string }[] }>()
  const on = (decorator: Path) => {
    const path = decorator.parent!
    const known = marked.get(path.node)
    if (known) return known
    const fresh = { path, marks: [], uncalled: [] }
    marked.set(path.node, fresh)
    return fresh
  }
  for (const { imported, path, use } of ours.references) {
    const expression = outermost(use === 'uncalled' ? path : (callOf(path) ?? path))
    const node = expression.parent?.node
    if (node?.type !== 'Decorator') continue
    const { marks, uncalled } = on(expression.parent!)
    if (use === 'uncalled') uncalled.push({ decorator: node, imported })
    else if (use === 'bundle') marks.push({ kind: 'bundle', decorator: node })
    else if (use === 'decorator') marks.push({ kind: 'named', imported, decorator: node })
  }
  for (const { decorator, mark } of bareDecorators(tree, ours, modules)) on(decorator).marks.push(mark)
  for (const { marks } of marked.values()) marks.sort((a, b) => a.decorator.start! - b.decorator.start!)
  return [...marked.values()]
}

/** `@remote`: a bundle, or another value that is made of ours. */
function* bareDecorators(tree: Tree, ours: Ours, modules: Modules): Generator<{ decorator: Path; mark: Mark }> {
  for (const decorator of tree.scopes.decorators) {
    const expression = unwrap(decorator.node.expression)
    const root = rootOf(expression)
    const bare = expression === root ? judge(root, decorator.node, tree, ours, modules) : undefined
    const mark = bare ?? (root && judgeRoot(root, expression, decorator.node, tree, ours, modules))
    if (mark) yield { decorator, mark }
  }
}

type Name = Extract<Node, { type: 'Identifier' }>

/** `all` of `@all.twice`, `standard` of `@standard(2)`. */
function rootOf(expression: Node): Name | undefined {
  const inner = unwrap(expression)
  if (inner.type === 'CallExpression') return rootOf(inner.callee)
  if (inner.type === 'MemberExpression') return rootOf(inner.object)
  return inner.type === 'Identifier' ? inner : undefined
}

/** Something in this file that makes or holds bundles or decorators of ours, or a namespace of a module that may. */
function judgeRoot(root: Name, expression: Node, decorator: Decorator, tree: Tree, ours: Ours, modules: Modules): Mark | undefined {
  const binding = tree.scopes.resolve(root)
  const shown = tree.code.slice(expression.start!, expression.end!)
  if (binding && isMadeOfOurs(binding, tree, ours)) return maybe(decorator, `${shown} may be made of ours`)
  const source = binding?.path.node.type === 'ImportNamespaceSpecifier' && binding.path.parent?.node.type === 'ImportDeclaration' ? binding.path.parent.node.source.value : undefined
  if (source === undefined || expression.type !== 'MemberExpression' || !modules.isProjects(source)) return undefined
  const name = keyOf({ key: expression.property, computed: expression.computed })
  return name === undefined ? maybe(decorator, `${shown} may be a bundle`) : judgeImported(shown, source, name, decorator, modules)
}

const maybe = (decorator: Decorator, why: string): Mark => ({ kind: 'value', decorator, why })

function isMadeOfOurs({ kind, path: { node } }: Binding, tree: Tree, ours: Ours, steps = MOST_STEPS): boolean {
  return kind !== 'import' && kind !== 'parameter' && isOfOurs(node, tree, ours, steps)
}

/** A value, or what declares it. */
function isOfOurs(node: Node, tree: Tree, ours: Ours, steps = MOST_STEPS): boolean {
  const isInside = (inner: Node) => inner.start! >= node.start! && inner.end! <= node.end!
  if (steps === 0) return false
  if (ours.references.some(({ imported, path, use }) => (use === 'bundle' || (use === 'value' && isDecorator(imported))) && isInside(path.node))) return true
  const value = node.type === 'VariableDeclarator' ? (node.init ?? undefined) : node
  const root = value && rootOf(value)
  const next = root && tree.scopes.resolve(root)
  return next !== undefined && isMadeOfOurs(next, tree, ours, steps - 1)
}

// a name may lead to itself
const MOST_STEPS = 8

function judge(name: Name, decorator: Decorator, tree: Tree, ours: Ours, modules: Modules): Mark | undefined {
  const binding = tree.scopes.resolve(name)
  const declared = binding?.path.node
  if (declared?.type === 'VariableDeclarator' && declared.init) {
    const value = unwrap(declared.init)
    const made = value.type === 'CallExpression' ? ours.nameOf(value.callee) : undefined
    if (made === 'bundle') return binding?.kind === 'const' ? { kind: 'bundle', decorator } : maybe(decorator, `${name.name} isn't a const`)
    return made && isDecorator(made) ? maybe(decorator, `${name.name} is a decorator from a call`) : undefined
  }
  const declaration = binding?.path.parent?.node
  if (binding?.kind !== 'import' || declaration?.type !== 'ImportDeclaration' || !modules.isProjects(declaration.source.value)) return undefined
  if (declared?.type !== 'ImportSpecifier' && declared?.type !== 'ImportDefaultSpecifier') return undefined
  return judgeImported(name.name, declaration.source.value, declared.type === 'ImportSpecifier' ? nameOfExport(declared.imported) : 'default', decorator, modules)
}

function judgeImported(name: string, specifier: string, imported: string, decorator: Decorator, modules: Modules): Mark | undefined {
  const exported = modules.look(specifier, imported)
  if (exported?.kind === 'missing') return maybe(decorator, `${name} may be a bundle: the text of ${exported.specifier} isn't at hand`)
  if (exported?.kind !== 'const') return undefined
  const value = unwrap(exported.value)
  if (value.type === 'CallExpression' && exported.module.ours.nameOf(value.callee) === 'bundle') return { kind: 'bundle', decorator }
  const { tree, ours } = exported.module
  return isOfOurs(value, tree, ours) ? maybe(decorator, `${name} may be made of ours`) : undefined
}
