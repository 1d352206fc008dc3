// `attemptSignal()` may stand only where control passes at most once in each attempt, before the body's first `await`: R4C-SIG-002.
import type { Node } from '@babel/types'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { eachChild } from '../1-parse/children.ts'
import type { Path } from '../1-parse/scopes.ts'
import type { Ours } from '../2-find/index.ts'
import type { Finding } from '../finding.ts'
import type { Site, Span, UserFunction } from '../site.ts'
import { isFunction, isTypeOnly } from './body/walk.ts'
import { functionOf } from './function-of.ts'

const NAME = 'attemptSignal'

export function checkSignals(ours: Ours, sites: readonly Site[]): Finding[] {
  const bodies = new Set<Node | undefined>(sites.map(functionOf))
  return asked(ours).flatMap(({ path }) => {
    const why = whyUnclear(path, bodies)
    const at = { start: path.node.start!, end: path.node.end! }
    return why ? [{ fault: unclear(why), severity: 'error' as const, subject: NAME, at }] : []
  })
}

/** Whether the body of a function asks for the signal of its attempt. */
export const asksForSignal = (fn: UserFunction, ours: Ours): boolean => asked(ours).some(({ path: { node } }) => fn.start! <= node.start! && node.end! <= fn.end!)

/** The calls of a body itself; those of a resilient function inside it are that one's. */
export const signalCalls = (fn: UserFunction, ours: Ours): Span[] =>
  asked(ours).flatMap(({ path }) => (functionAround(path) === fn ? [{ start: path.parent!.node.start!, end: path.parent!.node.end! }] : []))

function functionAround(path: Path): Node | undefined {
  let at: Path | undefined = path
  while (at && !isFunction(at.node)) at = at.parent
  return at?.node
}

const asked = (ours: Ours) => ours.references.filter(({ imported, use }) => imported === NAME && use === 'value')

const unclear = (why: string): Fault =>
  fault('R4C-SIG-002', `which attempt is meant isn't clear ${why}`, 'Ask once at the start of the body, before its first `await`, and keep what it gives: `const signal = attemptSignal()`.')

const LOOPS = /^(?:For|While|DoWhile)/
const FIELD = /^Class(?:Private|Accessor)?Property$/

function whyUnclear(path: Path, bodies: ReadonlySet<Node | undefined>): string | undefined {
  if (path.parent?.node.type !== 'CallExpression' || path.key !== 'callee') return 'where it isn\'t called directly'
  for (let at: Path | undefined = path; at?.parent; at = at.parent) {
    const { node } = at.parent
    if (LOOPS.test(node.type)) return 'in a loop'
    // evaluated for each object, whenever it is made
    if (FIELD.test(node.type) && at.key === 'value' && !(node as { static?: boolean }).static) return 'in a field of a class'
    if (!isFunction(node)) continue
    if (!bodies.has(node)) return 'in a function that is no resilient one'
    if (at.key !== 'body') return 'in a parameter'
    return isBehindAwait(node.body, path.node.start!) ? 'behind an `await`' : undefined
  }
  return 'outside of a resilient function'
}

/** An `await` of this function that is over before `at`; one that `at` stands in comes after it. */
function isBehindAwait(node: Node, at: number): boolean {
  if (isFunction(node) || isTypeOnly(node)) return false
  const waits = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await) || (node.type === 'VariableDeclaration' && node.kind === 'await using')
  if (waits && node.end! <= at) return true
  let found = false
  eachChild(node, (child) => { found ||= isBehindAwait(child, at) })
  return found
}
