// The names of the package that mark a site. All others (errors, `registry`, types …) are ordinary imports.
import { LAYERS, type LayerName } from '@resilience4cata/core/layers'

export const PACKAGE = 'resilience4cata'

/** `@CircuitBreaker` → `circuitBreaker`. */
export const layerOf = (decorator: string): LayerName | undefined => LAYER_OF.get(decorator)
const LAYER_OF: ReadonlyMap<string, LayerName> = new Map(LAYERS.map((layer) => [layer[0]!.toUpperCase() + layer.slice(1), layer]))

/** Decorators of a whole site, and the key of `Policies` that says the same. */
export const SITE_DECORATORS: Readonly<Record<string, SiteKey>> = { PolicyOrder: 'order', CancelWith: 'signal', Classify: 'classifier', Named: 'name', Mode: 'mode' }

/** Keys of `Policies` besides the layers. */
export const SITE_KEYS = ['classifier', 'mode', 'name', 'order', 'registry', 'signal'] as const
export type SiteKey = (typeof SITE_KEYS)[number]
export const isSiteKey = (key: string): key is SiteKey => (SITE_KEYS as readonly string[]).includes(key)

export const isDecorator = (name: string): boolean => LAYER_OF.has(name) || Object.hasOwn(SITE_DECORATORS, name)
export const marks = (name: string): boolean => name === 'resilient' || name === 'bundle' || isDecorator(name)
