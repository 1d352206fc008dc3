// One instance of a policy for each key, up to a bound, by second chance (CLOCK). A hit is one `Map.get` and sets a bit. When there is no room, a hand goes round
// the ring: who was used since its last round is spared once, who holds nothing that matters gives its place to the new key.
//
//   ring   a  b·  c  d·  e        hand at a: a is busy and stays · b was used, spared · c is idle: the new key has its place, and the hand goes on to d
//          ↑
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at, fault, show } from '@resilience4cata/core/diagnostic'
import { furnished } from '@resilience4cata/core/run/furnished'
import type { Capability, Instance } from '@resilience4cata/core/run/instance'
import type { Keys, Served } from '@resilience4cata/core/run/keys'
import { MAX_KEYS, type KeyOptions } from '@resilience4cata/core/keys'
import { now } from '../clock.ts'
import { reportRejection } from '../report.ts'
import { named } from '../sharing/named.ts'
import { takeOver } from '../sharing/take-over.ts'
import { subjectOf } from '../subject.ts'

/** What a policy says of its instances. */
export interface KeyedPolicy<I extends Instance<any>> {
  /** The room's factory. */
  create(site: string, written: object, furnish: Capability<I>): I
  /** Nothing is lost when it goes. `at` reads the clock. */
  isNeutral(instance: I, inFlight: number, at: () => number): boolean
  /** From now on it refuses whatever comes, in the policy's own way. */
  refuseAll(instance: I): void
}

const OVERFLOW = '*'

class Entry<I extends Instance<any>> implements Served {
  used = false
  inFlight = 0
  constructor(readonly key: string, readonly instance: I) {}
}

export class KeyedInstances<I extends Instance<any>> implements Keys {
  readonly #parent: I
  readonly #policy: KeyedPolicy<I>
  readonly #capability: Capability<I>
  readonly #entries = new Map<string, Entry<I>>()
  readonly #ring: Entry<I>[] = []
  #hand = 0
  /** Whom calls get whose keys have no room, by `onKeyOverflow`. */
  readonly #others = new Map<KeyOptions['onKeyOverflow'], Entry<I>>()

  /** `capability`: what has made this, so that keyed instances don't get it as well. */
  constructor(parent: I, policy: KeyedPolicy<I>, capability: Capability<I>) {
    this.#parent = parent
    this.#policy = policy
    this.#capability = capability
  }

  get instances(): readonly I[] {
    const shared = this.#others.get('share')
    return [...this.#entries.values(), ...(shared ? [shared] : [])].map(({ instance }) => instance)
  }

  serve(self: unknown, args: readonly unknown[]): Entry<I> {
    const options: KeyOptions = this.#parent.ready()
    const key = this.#read(options.key!.apply(self, args as any[]))
    const entry = this.#entries.get(key)
    if (!entry) return this.#admit(key, options)
    entry.used = true
    return entry
  }

  /** New options are about to hold, for all of them. */
  apply(options: object): void {
    if (!(options as KeyOptions).key) this.#clear()
    for (const { instance } of this.#entries.values()) this.#adopt(instance, options)
    for (const [how, { instance }] of this.#others) this.#adopt(instance, options, how)
  }

  #read(key: unknown): string {
    if (typeof key === 'string') return key
    const { id, realm } = this.#parent
    // nobody awaits a promise
    reportRejection(realm, key, { instance: id, source: 'key' })
    const note = 'It is called before any policy acts and is not awaited: have it give text, such as `String(id)`.'
    throw new ConfigurationError(at(id, [fault('R4C-REG-011', `key must give a string, got ${show(key)}`, note, 'key')]))
  }

  #admit(key: string, { maxKeys = MAX_KEYS, onKeyOverflow = 'share' }: KeyOptions): Entry<I> {
    const place = this.#place(maxKeys)
    if (place < 0) return this.#overflow(key, onKeyOverflow)
    const entry = new Entry(key, this.#make(key))
    this.#entries.set(key, entry)
    return (this.#ring[place] = entry)
  }

  /** For one key more; -1: there is none. */
  #place(maxKeys: number): number {
    const ring = this.#ring
    // there may be fewer than there were
    while (ring.length > maxKeys) {
      const place = this.#evict()
      if (place < 0) return place
      const last = ring.pop()!
      if (place < ring.length) ring[place] = last
    }
    return ring.length < maxKeys ? ring.length : this.#evict()
  }

  /** The place that has fallen free, after at most two rounds of the hand; -1: none has. */
  #evict(): number {
    let time: number | undefined
    const at = () => (time ??= now(this.#parent.realm))
    for (let steps = 2 * this.#ring.length; steps > 0; steps--) {
      const place = this.#hand % this.#ring.length
      const { key, used, instance, inFlight } = this.#ring[place]!
      this.#hand = place + 1
      if (used) this.#ring[place]!.used = false
      else if (this.#policy.isNeutral(instance, inFlight, at)) {
        this.#entries.delete(key)
        return place
      }
    }
    return -1
  }

  #overflow(key: string, how: NonNullable<KeyOptions['onKeyOverflow']>): Entry<I> {
    const { realm, policy, id } = this.#parent
    realm.kit?.publish('registry.keyOverflow', id, { policy, key })
    let entry = this.#others.get(how)
    if (entry) return entry
    entry = new Entry(OVERFLOW, this.#make(OVERFLOW, how))
    if (how === 'reject') this.#close(entry.instance)
    this.#others.set(how, entry)
    return entry
  }

  #close(instance: I): void {
    this.#policy.refuseAll(instance)
    const { rejection } = instance as { rejection?: (...about: unknown[]) => Error }
    if (!rejection) return
    const message = `${subjectOf(this.#parent)} has no room for another key, and none of those that it has is idle`
    Object.assign(instance, { rejection: (...about: unknown[]) => Object.assign(rejection.apply(instance, about), { message }) })
  }

  #make(key: string, how?: KeyOptions['onKeyOverflow']): I {
    const { site, written, capabilities = [], id, options } = this.#parent
    const apart: Capability<I> = (instance) => Object.assign(instance, { parent: this.#parent, id: `${id}[${key}]` })
    const instance = this.#policy.create(site, written, furnished(...capabilities.filter((capability) => capability !== this.#capability && !SHARING.has(capability)), apart))
    this.#adopt(instance, options!, how)
    return instance
  }

  #clear(): void {
    this.#ring.length = 0
    this.#entries.clear()
    this.#others.clear()
  }

  #adopt(instance: I, options: object, how?: KeyOptions['onKeyOverflow']): void {
    const isNew = instance.options === undefined
    if (isNew) instance.ready()
    // who passes by is let through by one that is switched off
    const held = how === 'bypass' ? { ...options, enabled: false } : options
    if (isNew && held === options) return
    instance.apply(held)
    instance.options = held
  }
}

// what a keyed instance isn't found by
const SHARING = /*#__PURE__*/ new Set<Capability>([named, takeOver])
