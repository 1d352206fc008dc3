// All our decorators of a file, by what they stand on.
import type { Decorator, Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Path } from '../1-parse/scopes.ts'
import type { Mark } from './decorators.ts'
import type { Modules } from './modules.ts'
import { isDecorator } from './names.ts'
import { nameOfExport, type Ours } from './ours.ts'
import { callOf, outermost, unwrap } from './syntax.ts'

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
    const name = unwrap(decorator.node.expression)
    const mark = name.type === 'Identifier' ? judge(name, decorator.node, tree, ours, modules) : undefined
    if (mark) yield { decorator, mark }
  }
}

function judge(name: Extract<Node, { type: 'Identifier' }>, decorator: Decorator, tree: Tree, ours: Ours, modules: Modules): Mark | undefined {
  const binding = tree.scopes.resolve(name)
  const declared = binding?.path.node
  if (declared?.type === 'VariableDeclarator' && declared.init) {
    const value = unwrap(declared.init)
    const made = value.type === 'CallExpression' ? ours.nameOf(value.callee) : undefined
    if (made === 'bundle') return binding?.kind === 'const' ? { kind: 'bundle', decorator } : { kind: 'value', decorator, why: `${name.name} isn't a const` }
    return made && isDecorator(made) ? { kind: 'value', decorator, why: `${name.name} is a decorator from a call` } : undefined
  }
  const declaration = binding?.path.parent?.node
  if (binding?.kind !== 'import' || declaration?.type !== 'ImportDeclaration' || !modules.isProjects(declaration.source.value)) return undefined
  if (declared?.type !== 'ImportSpecifier' && declared?.type !== 'ImportDefaultSpecifier') return undefined
  return judgeImported(name.name, declaration.source.value, declared.type === 'ImportSpecifier' ? nameOfExport(declared.imported) : 'default', decorator, modules)
}

function judgeImported(name: string, specifier: string, imported: string, decorator: Decorator, modules: Modules): Mark | undefined {
  const exported = modules.look(specifier, imported)
  if (exported?.kind === 'ours') return undefined
  if (exported?.kind === 'const') {
    const value = unwrap(exported.value)
    return value.type === 'CallExpression' && exported.module.ours.nameOf(value.callee) === 'bundle' ? { kind: 'bundle', decorator } : undefined
  }
  return modules.has(specifier) ? undefined : { kind: 'value', decorator, why: `${name} may be a bundle: the text of ${specifier} isn't at hand` }
}
