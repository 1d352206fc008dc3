import type { Decorator, Node } from '@babel/types'
import { Unread } from './passed.ts'

// What a node has besides its children. Comments aren't attached to nodes.
const NOT_CHILDREN = new Set(['type', 'start', 'end', 'loc', 'extra', 'errors'])

/** The node's children in the order of the parser's properties, with the property that they stand in. */
export function eachChild(node: Node, visit: (child: Node, key: string) => void): void {
  if (node instanceof Unread) node.fill()
  for (const key of Object.keys(node)) {
    if (NOT_CHILDREN.has(key)) continue
    const value = (node as unknown as Record<string, unknown>)[key]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) isNode(value) && visit(value, key)
    else for (const child of value) if (isNode(child)) visit(child, key)
  }
}

/** Found out without going down by calls, as these have an end. */
export function isDeeper(root: Node, than: number): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > than) return true
    const below: Node[] = []
    for (const node of level) eachChild(node, (child) => { below.push(child) })
    level = below
  }
  return false
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Of a class, a member or a parameter. Where that has a type and a default, the parser leaves them with its name. */
export function decoratorsOf(node: Node): readonly Decorator[] {
  const own = 'decorators' in node ? (node.decorators as readonly Decorator[] | null | undefined) : undefined
  return own ?? (node.type === 'AssignmentPattern' ? decoratorsOf(node.left) : [])
}

/** Those that overlap `start` to `end`. Long lists of statements and members aren't gone through. */
export function eachChildWithin(node: Node, start: number, end: number, visit: (child: Node, key: string) => void): void {
  const { body } = node as { body?: unknown }
  if (!Array.isArray(body)) return eachChild(node, (child, key) => { if (child.end! >= start && startOf(child) <= end) visit(child, key) })
  let low = 0, high = body.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((body[middle] as Node).end! < start) low = middle + 1
    else high = middle
  }
  for (let i = low; i < body.length && (body[i] as Node).start! <= end; i++) visit(body[i] as Node, 'body')
}

/** Decorators of a parameter stand in front of it. */
const startOf = (node: Node): number => Math.min(node.start!, decoratorsOf(node)[0]?.start ?? Infinity)
