// Where a layer stands, as its template sees it.
import type { InPlace, Place, Written } from '@resilience4cata/core/build/template'
import { asksForArguments } from '../3-plan/arguments.ts'
import { writtenOf } from '../3-plan/layers.ts'
import type { Plan, PlannedLayer } from '../plan.ts'
import { unwrap } from '../2-find/syntax.ts'
import type { UserFunction } from '../site.ts'
import type { Emission } from './emission.ts'
import { quoted } from './frame.ts'
import type { Ask } from './races.ts'
import { quote } from './quote.ts'
import type { Local, Subject } from './subject.ts'

/** What all layers of a frame share. */
export interface Surroundings {
  readonly plan: Plan
  readonly subject: Subject
  /** The names of the instances that serve this call. */
  readonly acting: ReadonlyMap<PlannedLayer, string>
  readonly emission: Emission
  readonly local: Local
}

export function placing(layer: PlannedLayer, surroundings: Surroundings): Ask {
  const { emission, local } = surroundings
  const { template } = emission.rooms[layer.layer]!
  const written = writtenOf(layer.options)
  const at = layer.written.at.start
  const placed = (scope: string | undefined, named: Naming) => ({ layer: template.weave(new LayerPlace(layer, written, scope, surroundings, ...named)), at })
  return (scope, dry) => placed(scope, dry ? UNNAMED : [local, emission.names.use])
}

type Naming = readonly [local: Place['local'], use: Place['use']]

/** Of a layer that is only looked at. */
const UNNAMED: Naming = [(word) => word, (exported) => exported]

/** What few templates ask for is made when one does. */
class LayerPlace implements Place {
  readonly #surroundings: Surroundings
  constructor(readonly layer: PlannedLayer, readonly written: Written, readonly scope: string | undefined, surroundings: Surroundings, readonly local: Place['local'], readonly use: Place['use']) {
    this.#surroundings = surroundings
  }

  get instance(): string { return this.#surroundings.acting.get(this.layer)! }
  get mode(): 'async' | 'sync' { return this.#surroundings.plan.site.mode }
  get judged(): boolean { return this.#surroundings.plan.judged }
  get self(): string { return this.#surroundings.subject.self }
  get args(): string { return this.#surroundings.subject.argumentsOf(this.layer) }
  get arity(): number { return this.#surroundings.subject.arity }
  get declared(): string { return this.#surroundings.subject.declared }

  get inside(): string {
    const { plan, acting } = this.#surroundings
    const layers = plan.frames.flatMap((frame) => frame.layers)
    return `[${layers.slice(layers.indexOf(this.layer) + 1).map((inner) => acting.get(inner)!).join(', ')}]`
  }

  member(name: string): string {
    if (name.startsWith('#')) return `this.${name}`
    const self = this.#surroundings.emission.any ? '(this as any)' : 'this'
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `${self}.${name}` : `${self}[${quoted(name)}]`
  }

  inPlace(option: string): InPlace | undefined {
    const { plan, emission } = this.#surroundings
    const value = this.layer.options.get(option)
    if (value?.kind !== 'expression' || !plan.inPlace.includes(value)) return undefined
    const handler = unwrap(value.node) as UserFunction
    return { text: quote(value.at, emission.layoutAt(value.at.start).base), receiver: handler.type !== 'ArrowFunctionExpression', args: asksForArguments(handler, emission.tree.scopes) }
  }
}
