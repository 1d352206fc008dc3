// A decorated method: the first of our decorators makes the wrapper and this record, later ones find the record and add to it. So decorators of ours on one
// method are one site, whatever their order; and the layers are made at the first call, when all of them, those of the class too, have been applied.
import type { LayerName } from '@resilience4cata/core/layers'
import { policyTwice } from '@resilience4cata/core/site-faults'
import { realm } from '@resilience4cata/core/run/realm'
import type { Body } from '@resilience4cata/core/run/room'
import { installKit } from '../configuration/kit.ts'
import { homeOf, labelOf, type Standing } from './label.ts'
import { overlay, type Marks } from './marks.ts'
import { methodsNamed } from './method-faults.ts'
import { decideMode, type Mode } from './mode.ts'
import type { Run } from './nest.ts'
import type { Rooms } from './place.ts'
import { planSite } from './plan.ts'
import { noteMode, wrap } from './wrapper.ts'

/** What decorators say of one method, or of one class. */
export class Marked {
  /** Weakest first. */
  readonly bundled: Marks[] = []
  readonly direct: Marks[] = []

  get any(): boolean { return this.bundled.length + this.direct.length > 0 }
  get all(): Marks[] { return [...this.bundled, ...this.direct] }

  /** Decorators are applied from the method outwards; of two bundles the one nearer to the method is the stronger. */
  add(marks: Marks, isBundle: boolean): void {
    if (isBundle) this.bundled.unshift(marks)
    else this.direct.push(marks)
  }

  /** Layers that more than one decorator names. */
  get twice(): LayerName[] {
    const all = this.direct.flatMap((marks) => [...marks.layers.keys()])
    return all.filter((layer, i) => all.indexOf(layer) < i)
  }
}

/** What decorators say of a class, and its methods that are there for them. */
export class MarkedClass extends Marked {
  readonly methods: Set<MarkedMethod> = new Set()

  /** A fallback of the class answers for others: the class's own policies aren't for it. */
  isFallback(name: string | symbol): boolean {
    const named = [...this.all, ...[...this.methods].flatMap((method) => method.all)].flatMap(methodsNamed)
    return named.includes(String(name))
  }
}

export class MarkedMethod extends Marked {
  readonly wrapper: Body
  ofClass: MarkedClass | undefined = undefined
  /** From the compiler. */
  id: string | undefined = undefined
  readonly #settle = () => void this.#run()
  #made: Run | undefined = undefined

  constructor(readonly rooms: Rooms, readonly original: Body, readonly standing: Standing) {
    super()
    this.wrapper = wrap(original, (self, args) => (this.#made ?? this.#run(self))(original, self, args))
    installKit(realm(), rooms)
    METHODS.set(this.wrapper, this)
    noteMode(this.wrapper, () => this.mode)
    this.#unsettle()
  }

  /** Something was added: the layers are to be made (again) when they are needed. */
  override add(marks: Marks, isBundle: boolean): void {
    super.add(marks, isBundle)
    this.#unsettle()
  }

  joinClass(ofClass: MarkedClass): void {
    this.ofClass = ofClass
    ofClass.methods.add(this)
    this.#unsettle()
  }

  /** A receiver shows the class. */
  meet(self: unknown): void { this.standing.home ??= homeOf(self, this.wrapper, this.standing) }

  get mode(): Mode | undefined { return decideMode(this.original, overlay(this.all).site.mode).mode }

  #unsettle(): void {
    this.#made = undefined
    const waiting = (realm().unsettled ??= new Set())
    waiting.add(this.#settle)
    // classes that are made again and again and never used
    if (waiting.size > MOST_UNSETTLED) for (const oldest of waiting) return oldest()
  }

  #run(self?: unknown): Run {
    realm().unsettled?.delete(this.#settle)
    this.meet(self)
    const { standing, ofClass } = this
    const forClass = ofClass && this.mode !== undefined && !ofClass.isFallback(standing.key) ? ofClass : undefined
    if (!this.any && !forClass) return (this.#made = (body, receiver, args) => body.apply(receiver, args as unknown[]))
    const marks = overlay([...(forClass?.all ?? []), ...this.all])
    const twice = [...this.twice, ...(forClass?.twice ?? [])].map(policyTwice)
    const place = { rooms: this.rooms, id: this.id ?? labelOf(standing), owner: standing, compiled: this.id !== undefined }
    return (this.#made = planSite({ ...marks, faults: [...marks.faults, ...twice] }, place, this.original))
  }
}

const MOST_UNSETTLED = 1000
const METHODS = /*#__PURE__*/ new WeakMap<Body, MarkedMethod>()

/** The record of a wrapper of ours. */
export const recordOf = (fn: unknown): MarkedMethod | undefined => METHODS.get(fn as Body)
