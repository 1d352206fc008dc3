// The value that flows from 3-plan to 4-emit: what is to be emitted for one site. Valid by construction.
import type { Facts } from './3-plan/body/facts.ts'
import type { LayerName } from '@resilience4cata/core/layers'
import type { Expressed, Site, Span, Value, WrittenLayer } from './site.ts'

export interface PlannedLayer {
  readonly layer: LayerName
  readonly written: WrittenLayer
  /** Checked and folded: `'100ms'` → `100`. Expressions stand as they are. */
  readonly options: ReadonlyMap<string, Value>
  /** Exports of `/generated` handed to the factory, in order. */
  readonly capabilities: readonly string[]
  /** Options whose values are only known at run time: the instance checks them (`checked`). */
  readonly unchecked: boolean
}

/** Layers of one frame, outermost first. */
export interface Frame { readonly layers: readonly PlannedLayer[] }

export type Form =
  /** The body stands in place. */
  | { readonly kind: 'inlined' }
  /** The body is called; why, for `r4c explain`. `given`: it is a function that is given to its frame at run time, and that the frame stands in for. */
  | { readonly kind: 'called'; readonly because: string; readonly given?: true }
  /** The site is handed to the interpreter. */
  | { readonly kind: 'interpreted'; readonly because: string }

export interface Plan {
  readonly site: Site
  /** `<package>:<path>#<name path>`. */
  readonly id: string
  readonly frames: readonly Frame[]
  readonly form: Form
  /** How its attempts end is said by a classifier, the site's or a layer's, or by a layer that looks back. */
  readonly judged: boolean
  /** Functions among its options whose text stands in the frame, where they are asked for. */
  readonly inPlace: readonly Value[]
  /** What its body is like; none where the text shows no function. */
  readonly facts?: Facts
  /** Where its body asks for the signal of its attempt. */
  readonly signals: readonly Span[]
  /** Evaluated at the site, though nobody asks for them. */
  readonly unasked: readonly Expressed[]
  /** Options are evaluated behind the class: legacy decorators with options that are expressions. */
  readonly after: boolean
}

/** What `compile` tells about a site: plain, for `r4c explain` and the playground's middle pane. */
export interface SiteReport {
  /** The id of its instances, where they have no name: `<package>:<path>#<name path>`. */
  readonly id: string
  /** What is behind the `#` of the id. */
  readonly path: string
  /** Whether the function returns a promise or a value. */
  readonly mode: 'async' | 'sync'
  /** From 1. */
  readonly line: number
  /** From where to where, in UTF-16 units of the text. */
  readonly at: Span
  /** The layers, outermost first, by the functions that they share. */
  readonly frames: readonly (readonly LayerReport[])[]
  /** How it is protected, and why not better. */
  readonly form: Form
}

/** A method that policies on its class don't mean. */
export interface AloneReport {
  /** Class and method. */
  readonly path: string
  /** The decorators on the class. */
  readonly by: string
  /** Why. */
  readonly because: string
  /** From 1. */
  readonly line: number
  /** From where to where, in UTF-16 units of the text. */
  readonly at: Span
}

/** A policy at its place in a site. */
export interface LayerReport {
  /** Which policy. */
  readonly layer: LayerName
  /** From where to where it is written, in UTF-16 units of the text. */
  readonly at: Span
  /** As they will hold: written ones folded, expressions as source text. */
  readonly written: Readonly<Record<string, unknown>>
  /** What holds where nothing is written and nothing configured. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Written functions whose text stands in the frame. */
  readonly inPlace: readonly string[]
}
