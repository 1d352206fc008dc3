// Configuration, events and snapshots of one realm. It knows instances; policies are what the rooms say.
import { unsaid } from '@resilience4cata/core/attributes'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Fault } from '@resilience4cata/core/diagnostic'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { Kit, ListenOptions, LockedOverride, Realm } from '@resilience4cata/core/run/realm'
import type { RunSide } from '@resilience4cata/core/run/room'
import { Events, type Listener } from '../events.ts'
import { warn } from '../report.ts'
import { difference } from '../sharing/difference.ts'
import { disagrees } from '../sharing/rival.ts'
import { snapshotOf, type Snapshot } from '../snapshot.ts'
import { subjectOf } from '../subject.ts'
import { handTo } from './capability.ts'
import { acting, everyone, members, rivals } from './members.ts'
import { merge, type Rooms } from './merge.ts'
import { resolve, type Resolution } from './resolve.ts'
import { NOTHING, type Settings } from './settings.ts'
import { ShortIds } from './short-ids.ts'

/** Makes a realm configurable; once is enough. */
export function installKit(realm: Realm, rooms: Rooms): void {
  realm.kit ??= new ConfigurationKit(realm, rooms)
}

class ConfigurationKit implements Kit {
  readonly #realm: Realm
  readonly #rooms: Rooms
  readonly #events: Events
  readonly #shortIds: ShortIds
  #settings: Settings = NOTHING
  /** Overrides that were reported. */
  readonly #noted = new WeakMap<Instance<any>, Set<string>>()

  constructor(realm: Realm, rooms: Rooms) {
    this.#realm = realm
    this.#rooms = rooms
    this.#events = new Events(realm, rooms)
    this.#shortIds = new ShortIds(realm)
  }

  settle(instance: Instance<any>): object {
    const options = this.#optionsOf(instance)
    this.#events.tune(instance, options)
    // only now: another `apply` may be in place
    return instance.apply(options)
  }

  #optionsOf(instance: Instance<any>): object {
    if (instance.parent) return instance.parent.ready()
    if (!this.#knows(instance)) return { ...instance.defaults, ...(instance.normalise?.(instance.written) ?? instance.written) }
    const { options, faults, hand, ignored } = this.#resolve(instance, this.#settings)
    instance.unsaid = unsaid(this.#room(instance).table, options)
    if (faults.length > 0) throw new ConfigurationError(faults)
    handTo(instance, this.#room(instance), hand)
    this.#note(instance, ignored)
    return options
  }

  configure(values: object, replace: boolean): void {
    const { settings, faults } = merge(replace ? NOTHING : this.#settings, values, this.#rooms)
    if (faults.length > 0) throw new ConfigurationError(faults)
    const all = [...everyone(this.#realm), ...rivals(this.#realm)].filter((instance) => this.#knows(instance))
    const resolved = new Map(all.map((instance) => [instance, this.#resolve(instance, settings)]))
    const broken = [...resolved].flatMap(([instance, { faults }]) => (faults.length > 0 && this.#holds(instance) ? faults : []))
    const found = [...broken, ...this.#disagreements(resolved)]
    if (found.length > 0) throw new ConfigurationError(found)
    this.#settings = settings
    this.#realm.pools = settings.profile ? false : undefined
    this.#whole(() => {
      for (const [instance, resolution] of resolved) this.#swap(instance, resolution)
      this.publish('registry.reconfigured', '', {})
    })
  }

  on(type: string, listener: Listener, options: ListenOptions): () => void {
    return this.#events.on(type, listener, options, () => {
      for (const instance of acting(everyone(this.#realm))) this.#events.tune(instance)
    })
  }

  publish(type: string, instance: string, fields: object): void { this.#events.publish(type, instance, fields) }

  get heard(): boolean { return this.#events.heard }

  holding(run: () => void): () => void { return this.#events.holding(run) }

  snapshot(): Snapshot { return snapshotOf(acting(members(this.#realm)), this.#rooms) }

  reset(): void {
    this.#whole(() => {
      for (const instance of acting(everyone(this.#realm))) this.#rooms[instance.policy]?.reset?.(instance)
    })
  }

  /** A change of many: nobody hears of a part of it, or changes something in between. */
  #whole(change: () => void): void { this.#events.holding(change)() }

  lockedOverrides(): readonly LockedOverride[] {
    return [...members(this.#realm)].filter((instance) => this.#knows(instance)).flatMap((instance) => this.#resolve(instance, this.#settings).ignored)
  }

  /** A newer copy of this package may bring policies that this one has no room for: they have what is written. */
  #knows({ policy }: Instance<any>): boolean { return this.#rooms[policy] !== undefined }

  #room(instance: Instance<any>): RunSide { return this.#rooms[instance.policy]! }

  #resolve(instance: Instance<any>, settings: Settings): Resolution {
    return resolve(instance, this.#room(instance), settings, () => this.#shortIds.whose(instance))
  }

  /** A site that is wrong already is no reason to refuse: it may be about to be put right. */
  #holds(instance: Instance<any>): boolean {
    return instance.options !== undefined || this.#resolve(instance, this.#settings).faults.length === 0
  }

  /** Sites of one name that agreed so far and no longer would. */
  #disagreements(resolved: ReadonlyMap<Instance<any>, Resolution>): Fault[] {
    return rivals(this.#realm).flatMap((rival) => {
      const leader = this.#realm.named?.get(`${rival.policy} ${rival.id}`)
      const [mine, others] = [resolved.get(leader!), resolved.get(rival)]
      if (!leader || !rival.options || !mine || !others) return []
      return disagrees(leader, rival, mine.options, others.options) ?? []
    })
  }

  /** Only what is in use: everybody else resolves at first use. */
  #swap(instance: Instance<any>, { options, hand, ignored }: Resolution): void {
    const before = instance.options
    if (before === undefined) return
    if (difference(before, options) !== undefined) {
      handTo(instance, this.#room(instance), hand)
      this.#events.tune(instance, options)
      instance.options = instance.apply(options)
    }
    this.#note(instance, ignored)
  }

  #note(instance: Instance<any>, ignored: readonly LockedOverride[]): void {
    const noted = this.#noted.get(instance) ?? new Set()
    this.#noted.set(instance, noted)
    for (const { option, value } of ignored) {
      if (noted.has(option)) continue
      noted.add(option)
      warn(`R4C-CFG-014 ${subjectOf(instance)}: ${option} is written at a locked site, so the configured ${value} is ignored. Take \`locked\` away, or the value out of the configuration.`)
      this.publish('registry.overrideIgnored', instance.id, { policy: instance.policy, option, value, code: 'R4C-CFG-014' })
    }
  }
}
