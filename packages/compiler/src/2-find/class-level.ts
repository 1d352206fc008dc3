// Policies on a class: every own, public, non-static method that is written `async` or has a `@Mode`, is not named as a fallback, and has none of that policy itself.
import type { Class, Node } from '@babel/types'
import { LEADING } from '@resilience4cata/core/layers'
import type { Path } from '../1-parse/scopes.ts'
import type { ClassMarks, Stand } from '../site.ts'
import { labelOf, readDecorators, spell, type Decorated } from './decorators.ts'
import { foreignBelowOnClass, noBody } from './faults.ts'
import type { Finder } from './finder.ts'
import type { Marked } from './marks.ts'
import { from, type Stack } from './stack.ts'
import { keyOf, span } from './syntax.ts'

export interface ClassStack extends ClassMarks {
  readonly path: Path
  readonly label: string
}

export function readClass(finder: Finder, { path, marks }: Marked): ClassStack {
  const node = path.node as Class
  const name = finder.pathOf(path)
  const label = labelOf(marks)
  const stand: Stand = { holder: node, values: new Map() }
  const reader = finder.reader(name, undefined, stand)
  const { stack, ours, bundles, below } = readDecorators(reader, node.decorators ?? [], marks, finder.passive)
  if (node.type === 'ClassDeclaration' && node.declare) finder.complain(noBody('a `declare` member'), span(marks[0]!.decorator), `${label} on ${name}`)
  if (below) finder.complain(foreignBelowOnClass(spell(below)), span(below), `${label} on ${name}`)
  return { path, label, subject: `${label} on ${name}`, stack: from(stack, 'class'), ours, bundles, stand, isOpen: reader.isOpen }
}

/** The methods that a class's policies mean. `own` is what stands on the methods themselves. */
export function reachedBy({ path, stack }: ClassStack, own: ReadonlyMap<Node, Decorated>): Path[] {
  const { body } = path.node as Class
  const holder: Path = { node: body, parent: path, key: 'body' }
  const fallbacks = new Set([stack, ...body.body.flatMap((member) => own.get(member)?.stack ?? [])].flatMap(methodsNamed))
  return body.body.flatMap((member) => {
    if (member.type !== 'ClassMethod' || member.static || member.kind !== 'method' || member.generator) return []
    const name = keyOf(member)
    if (name !== undefined && fallbacks.has(name)) return []
    return member.async || own.get(member)?.stack.mode ? [{ node: member, parent: holder, key: 'body' }] : []
  })
}

/** A fallback of the class answers for others: the class's own policies aren't for it. */
const methodsNamed = ({ layers }: Stack): string[] =>
  [...layers.values()].flatMap(({ layer, leading }) => (leading?.value.kind === 'literal' && leading.option === LEADING[layer]?.method ? [String(leading.value.value)] : []))
