import type { LayerName } from '@resilience4cata/core/layers'

export type Values = Readonly<Record<string, unknown>>
/** Checked and normalised options, by policy. */
export type Layered = Readonly<Partial<Record<LayerName, Values>>>

/** All that was configured so far. */
export interface Settings {
  /** `false` passes every site straight through. */
  readonly enabled: boolean | undefined
  readonly profile: 'edge' | undefined
  readonly defaults: Layered
  readonly configs: ReadonlyMap<string, Layered>
  readonly instances: ReadonlyMap<string, Layered>
}

export const NOTHING: Settings = { enabled: undefined, profile: undefined, defaults: {}, configs: /*#__PURE__*/ new Map(), instances: /*#__PURE__*/ new Map() }

/** Ids that may be configured before anything with such an id exists. */
export const MAX_IDS = 10_000
