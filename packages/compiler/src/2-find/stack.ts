// What stands on one function or in one policies object, before it is known what is stronger.
import type { LayerName } from '@resilience4cata/core/layers'
import type { Options, Span, Value, WrittenLayer } from '../site.ts'

export interface Stack {
  readonly layers: ReadonlyMap<LayerName, WrittenLayer>
  readonly order?: { readonly words: readonly string[]; readonly at: Span }
  readonly mode?: Value
  readonly name?: Value
  readonly signal?: Value
  readonly classifier?: Value
  readonly registry?: Value
  /** Why the text doesn't show enough to compile it. */
  readonly interpreted?: string
}

export type Building = { -readonly [K in keyof Stack]: Stack[K] } & { layers: Map<LayerName, WrittenLayer> }

export const EMPTY: Stack = { layers: new Map() }

/** The stronger one wins layer by layer and key by key; nothing inside a layer is mixed. */
export function over(stronger: Stack, weaker: Stack): Stack {
  const interpreted = stronger.interpreted ?? weaker.interpreted
  return { ...weaker, ...stronger, layers: new Map([...weaker.layers, ...stronger.layers]), ...(interpreted !== undefined && { interpreted }) }
}

export const from = (stack: Stack, origin: 'class' | 'bundle'): Stack =>
  ({ ...stack, layers: new Map([...stack.layers].map(([name, layer]) => [name, { ...layer, from: layer.from ?? origin }])) })

/** Whether all of its values are in the text, or can be had from where they stand. */
export function mayBeUsedElsewhere(stack: Stack): boolean {
  const values = [stack.mode, stack.name, stack.signal, stack.classifier, stack.registry, ...[...stack.layers.values()].map((layer) => layer.leading?.value)]
  const isAtHand = (value: Value | Options | undefined) => value?.kind !== 'expression' || value.stand !== undefined
  return values.every(isAtHand) && [...stack.layers.values()].every(({ options }) => isAtHand(options) && (options.kind !== 'object' || [...options.entries.values()].every(isAtHand)))
}
