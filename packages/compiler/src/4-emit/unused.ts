// A const that only policies were read from goes with its sites, as an import does: nothing reads it any more.
import type { Node } from '@babel/types'
import type { Binding } from '../1-parse/scopes.ts'
import type { Ours } from '../2-find/index.ts'
import { unwrap } from '../2-find/syntax.ts'
import { hasEffects, mentions } from '../3-plan/moving.ts'
import type { Emission } from './emission.ts'
import type { Range } from './ranges.ts'

export function emitUnused(ours: Ours, emission: Emission): void {
  const { source, tree: { scopes } } = emission
  const read = (range: Range): Binding[] =>
    scopes.within(range).flatMap(({ name, scope, path }) => (emission.isGone(path.node) ? [scopes.lookup(name, scope)].filter((binding) => binding !== undefined) : []))
  const waiting = new Set(emission.dropped.all.flatMap(read))
  // what a const is made of stands above it
  for (let binding = lastOf(waiting); binding; binding = lastOf(waiting)) {
    waiting.delete(binding)
    const statement = declarationOf(binding, ours)
    if (!statement || !scopes.referencesTo(binding).every(({ path }) => emission.isGone(path.node))) continue
    emission.drop({ start: statement.start!, end: statement.end! })
    // what is in front may have relied on it to be ended
    const ends = source[statement.end! - 1] === ';' && /^\s*[([`/+-]/.test(source.slice(statement.end!))
    emission.edits.replace(statement.start!, statement.end!, [...emission.breaks(statement.start!, statement.end!), ...(ends ? [{ text: ';', at: statement.start! }] : [])])
    for (const used of read({ start: statement.start!, end: statement.end! })) waiting.add(used)
  }
}

const lastOf = (bindings: ReadonlySet<Binding>): Binding | undefined =>
  [...bindings].reduce<Binding | undefined>((last, binding) => (last && last.path.node.start! > binding.path.node.start! ? last : binding), undefined)

/** Its statement, where it declares nothing else, nobody else can see it, and to make it does nothing. */
function declarationOf({ kind, path }: Binding, ours: Ours): Node | undefined {
  const statement = path.parent
  if (kind !== 'const' || path.node.type !== 'VariableDeclarator' || statement?.node.type !== 'VariableDeclaration' || statement.node.declarations.length !== 1) return undefined
  const { init } = path.node
  if (statement.parent?.node.type === 'ExportNamedDeclaration' || !init || path.node.id.type !== 'Identifier') return undefined
  const isBundle = (node: Node) => node.type === 'CallExpression' && ours.nameOf(node.callee) === 'bundle'
  const acts = (node: Node) => (hasEffects(node) && !isBundle(node)) || (node.type === 'MemberExpression' && ours.nameOf(node) === undefined)
  return (unwrap(init).type === 'ObjectExpression' || isBundle(unwrap(init))) && !mentions(init, acts) ? statement.node : undefined
}
