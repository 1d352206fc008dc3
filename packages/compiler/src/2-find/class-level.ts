// Policies on a class: every own, public, non-static method that is written `async` or has a `@Mode`, is not named as a fallback, and has none of that policy itself.
import type { Class, Decorator, Expression, Node } from '@babel/types'
import { LEADING } from '@resilience4cata/core/layers'
import type { Path } from '../1-parse/scopes.ts'
import { readDecorators, spell } from './decorators.ts'
import { foreignBelowOnClass, noBody } from './faults.ts'
import type { Finder } from './finder.ts'
import { labelOf, type Marked } from './marks.ts'
import { layerOf } from './names.ts'
import { from, type Stack } from './stack.ts'
import { keyOf, span, unwrap } from './syntax.ts'

export interface ClassStack {
  readonly path: Path
  readonly label: string
  readonly stack: Stack
  readonly ours: readonly Decorator[]
  readonly bundles: readonly Expression[]
}

export function readClass(finder: Finder, entry: Marked): ClassStack | undefined {
  const { path, marks } = entry
  const node = path.node as Class
  const name = finder.pathOf(path)
  const label = labelOf(entry)
  const { stack, ours, bundles, below } = readDecorators(finder.reader(name), node.decorators ?? [], marks, finder.passive)
  if ('declare' in node && node.declare) return void finder.complain(noBody('a `declare` member'), span(marks[0]!.decorator), `${label} on ${name}`)
  if (below) finder.complain(foreignBelowOnClass(spell(below)), span(below), `${label} on ${name}`)
  return { path, label, stack: from(stack, 'class'), ours, bundles }
}

/** The methods that a class's policies mean. Which of the policies a method has itself is settled where the stacks are joined. */
export function reachedBy({ path, stack }: ClassStack, marked: ReadonlyMap<Node, Marked>): Path[] {
  const node = path.node as Class
  const body: Path = { node: node.body, parent: path, key: 'body' }
  const fallbacks = namedAsFallback(node, stack, marked)
  return node.body.body.flatMap((member) => {
    if (member.type !== 'ClassMethod' || member.static || member.kind !== 'method' || member.generator) return []
    const name = keyOf(member)
    if (name !== undefined && fallbacks.has(name)) return []
    const hasMode = marked.get(member)?.marks.some((mark) => mark.kind === 'named' && mark.imported === 'Mode')
    return member.async || hasMode ? [{ node: member, parent: body, key: 'body' }] : []
  })
}

function namedAsFallback({ body }: Class, stack: Stack, marked: ReadonlyMap<Node, Marked>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { layer, leading } of stack.layers.values()) {
    if (leading && leading.option === LEADING[layer]?.method && leading.value.kind === 'literal') names.add(String(leading.value.value))
  }
  for (const member of body.body) {
    for (const mark of marked.get(member)?.marks ?? []) {
      const call = unwrap(mark.decorator.expression)
      const [first] = call.type === 'CallExpression' ? call.arguments : []
      const layer = mark.kind === 'named' ? layerOf(mark.imported) : undefined
      if (layer && LEADING[layer]?.method && first?.type === 'StringLiteral') names.add(first.value)
    }
  }
  return names
}
