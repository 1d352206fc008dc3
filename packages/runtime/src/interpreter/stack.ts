// What may stand where policies are expected: an object, a bundle, or a list of these. What is written there beats what a bundle brings, wherever it stands.
import { fault, show } from '@resilience4cata/core/diagnostic'
import { overlay, readPolicies, type Marks } from './marks.ts'

/** Policies of a mark, by strength; the later of two bundles is the stronger. */
export interface Stack { readonly bundled: readonly Marks[]; readonly direct: readonly Marks[] }

const BUNDLE = /*#__PURE__*/ Symbol.for('resilience4cata.bundle')

/** Makes a decorator a bundle: by a registered symbol, so that one copy of this package reads the bundles of another. */
export const asBundle = <Decorate extends object>(decorate: Decorate, marks: Marks): Decorate => Object.defineProperty(decorate, BUNDLE, { value: marks })

export const marksOfBundle = (value: unknown): Marks | undefined =>
  typeof value === 'function' ? (value as { [BUNDLE]?: Marks })[BUNDLE] : undefined

export function readStack(value: unknown): Stack {
  if (Array.isArray(value)) {
    const parts = value.map(readStack)
    return { bundled: parts.flatMap((part) => part.bundled), direct: parts.flatMap((part) => part.direct) }
  }
  const bundled = marksOfBundle(value)
  if (bundled) return { bundled: [bundled], direct: [] }
  if (typeof value === 'object' && value !== null) return { bundled: [], direct: [readPolicies(value)] }
  return { bundled: [], direct: [nothing(value)] }
}

export const flatten = (stack: Stack): Marks => overlay([...stack.bundled, ...stack.direct])

const nothing = (value: unknown): Marks => ({
  layers: new Map(),
  site: {},
  faults: [fault('R4C-ATR-012', `policies must be an object, a bundle or a list of these, got ${show(value)}`)],
})
