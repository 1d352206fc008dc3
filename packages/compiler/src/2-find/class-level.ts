// Policies on a class: every own, public, non-static method that is written `async` or has a `@Mode`, is not named as a fallback, and has none of that policy itself.
import type { Class, ClassMethod, ClassPrivateMethod, Node } from '@babel/types'
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

export interface Reach {
  readonly reached: readonly Path[]
  /** Functions of the class that its policies don't mean, and why. */
  readonly alone: readonly { readonly path: Path; readonly because: string }[]
}

/** The methods that a class's policies mean. `own` is what stands on the methods themselves. */
export function reachOf({ path, stack }: ClassStack, own: ReadonlyMap<Node, Decorated>): Reach {
  const { body } = path.node as Class
  const holder: Path = { node: body, parent: path, key: 'body' }
  const fallbacks = new Set([stack, ...body.body.flatMap((member) => own.get(member)?.stack ?? [])].flatMap(methodsNamed))
  const all = body.body.filter(isMethod).map((node) => ({ path: { node, parent: holder, key: 'body' }, because: whyAlone(node, fallbacks, own) }))
  return {
    reached: all.flatMap((each) => (each.because === undefined ? [each.path] : [])),
    alone: all.flatMap(({ path, because }) => (because === undefined ? [] : [{ path, because }])),
  }
}

type Method = ClassMethod | ClassPrivateMethod
const isMethod = (member: Node): member is Method => (member.type === 'ClassMethod' || member.type === 'ClassPrivateMethod') && member.kind !== 'constructor'

function whyAlone(member: Method, fallbacks: ReadonlySet<string>, own: ReadonlyMap<Node, Decorated>): string | undefined {
  if (member.type === 'ClassPrivateMethod') return 'it is private'
  if (member.static) return 'it is static'
  if (member.kind !== 'method') return `it is a ${member.kind}ter`
  if (member.generator) return 'it is a generator'
  const name = keyOf(member)
  if (name !== undefined && fallbacks.has(name)) return 'it is a fallback of the class'
  return member.async || own.get(member)?.stack.mode ? undefined : 'it is neither `async` nor has a mode'
}

/** A fallback of the class answers for others: the class's own policies aren't for it. */
const methodsNamed = ({ layers }: Stack): string[] =>
  [...layers.values()].flatMap(({ layer, leading }) => (leading?.value.kind === 'literal' && leading.option === LEADING[layer]?.method ? [String(leading.value.value)] : []))
