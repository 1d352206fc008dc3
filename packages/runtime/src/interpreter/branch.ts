// A site whose layers have keys is nested once for each combination of them, so that a layer, its permits and the layers around it only ever know the instance
// of their own call. Made when a call first needs it, forgotten with the instances.
import type { Instance } from '@resilience4cata/core/run/instance'
import type { Served } from '@resilience4cata/core/run/keys'
import { nested } from './layers.ts'
import type { Layer } from './nest.ts'

export class Branch<Inner> {
  readonly #layers: readonly Layer[]
  readonly #nest: (layers: readonly Layer[]) => Inner
  /** Who serves the layers' keys, by their places. */
  readonly #served: readonly (Served | undefined)[]
  #next: WeakMap<Served, Branch<Inner>> | undefined = undefined
  readonly outermost: Inner

  constructor(layers: readonly Layer[], nest: (layers: readonly Layer[]) => Inner, served: readonly (Served | undefined)[] = []) {
    this.#layers = layers
    this.#nest = nest
    this.#served = served
    this.outermost = nest(this.#acting())
  }

  /** For one call: this, where no layer has a key. Else it is under way until it is told otherwise. */
  of(self: unknown, args: readonly unknown[]): Branch<Inner> {
    let branch: Branch<Inner> = this
    for (let i = 0; i < this.#layers.length; i++) {
      const { instance } = this.#layers[i]!
      if (instance.keys && instance.options.key && !isOff(instance)) branch = branch.#with(instance.keys.serve(self, args), i)
    }
    branch.#count(1)
    return branch
  }

  leave(): void { this.#count(-1) }

  until(answer: Promise<unknown>): void {
    const leave = () => this.leave()
    answer.then(leave, leave)
  }

  #count(change: number): void {
    for (const served of this.#served) if (served) served.inFlight += change
  }

  #with(served: Served, place: number): Branch<Inner> {
    this.#next ??= new WeakMap()
    let branch = this.#next.get(served)
    if (!branch) {
      const all = this.#layers.map((_layer, i) => (i === place ? served : this.#served[i]))
      this.#next.set(served, (branch = new Branch(this.#layers, this.#nest, all)))
    }
    return branch
  }

  #acting(): readonly Layer[] {
    if (this.#served.length === 0) return this.#layers
    const acting = this.#layers.flatMap(({ room, instance }, i) => {
      const served = this.#served[i]
      if (!served) return [{ room, instance }]
      return served.instance ? [{ room, instance: served.instance }] : []
    })
    return nested(acting, this.#layers[0]!.about)
  }
}

// read at each call: configuration may switch a layer off and on
export const isOff = (instance: Instance<any>): boolean => instance.options?.enabled === false
