/** The eight policies, outermost first: the default order (seed: "The default order"). */
export const LAYERS = [
  'fallback',
  'retry',
  'hedge',
  'circuitBreaker',
  'rateLimiter',
  'adaptiveLimit',
  'timeout',
  'bulkhead',
] as const

/** The name of a policy, as in options, configuration and events. */
export type LayerName = (typeof LAYERS)[number]

export const isLayer = (word: string): word is LayerName => (LAYERS as readonly string[]).includes(word)

/** What machinery may know of a policy: declared by its room, so that shared code never names one. */
export interface Traits {
  readonly layer: LayerName
  /** At most one layer per slot on a site; `excluded` is the code to raise. */
  readonly slot?: { readonly name: 'attempts'; readonly excluded: string }
  readonly pinned?: 'outermost'
  /** Answers before its inside has settled, so its inside is a frame of its own. */
  readonly races?: true
  /** Counts attempts for the layer directly outside of it … */
  readonly offers?: 'attempts'
  /** … which is this one, if it says so. */
  readonly takes?: 'attempts'
  /** Has state between calls even without a budget: two sites of one path need a name (R4C-REG-010). */
  readonly keepsState?: true
  /** Hedge has no sync form: the code to raise on a sync site. */
  readonly asyncOnly?: string
}

/** What a check may know of the site that a layer stands in. An `Instance` has both. */
export interface Standing {
  /** A sync site uses it, so it may not wait. */
  readonly sync?: boolean | undefined
  /** The site has a classifier, or the layer has one of its own. */
  readonly classified?: boolean | undefined
  /** What is written there is only known now. */
  readonly normalise?: unknown
}

/**
 * The option that may stand alone, in front of the others: `@Timeout('2s')`, `timeout: '2s'`, `@Fallback(handler, options)`.
 * `method`: text in its place names a method of the class, and is this option.
 */
export const LEADING: Readonly<Partial<Record<LayerName, { readonly option: string; readonly method?: string }>>> = {
  timeout: { option: 'duration' },
  fallback: { option: 'handler', method: 'method' },
}
