// Events: synchronous, in order, after the change that they tell of. An instance has a `tell` only while somebody listens to something of its policy.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { ListenOptions, Realm } from '@resilience4cata/core/run/realm'
import { now } from './clock.ts'
import type { Rooms } from './configuration/merge.ts'
import { unknownKey } from './configuration/change.ts'
import { isKeyed } from './configuration/members.ts'
import { report, reportRejection, warn } from './report.ts'

/** What a listener gets: where, when, and the fields of its type. */
export class PolicyEvent {
  /** `<policy>.<event>` */
  readonly type: string
  /** The id of the instance; '' for an event of the whole registry. */
  readonly instance: string
  /** Milliseconds on the registry's clock. */
  readonly at: number
  readonly [field: string]: any

  constructor(type: string, instance: string, at: number, fields: object) {
    this.type = type
    this.instance = instance
    this.at = at
    Object.assign(this, fields)
  }

  /** Plain: a failure as `{ name, code, message }`. */
  toJSON(): object {
    return Object.fromEntries(Object.entries(this).map(([field, value]) => [field, isFailure(field) ? plainly(value) : value]))
  }
}

const isFailure = (field: string) => field === 'failure' || field === 'fallbackFailure'

function plainly(failure: unknown): unknown {
  try {
    return isErrorLike(failure) ? { name: failure.name, code: failure.code, message: failure.message } : failure
  } catch {
    // whoever has thrown what can't be looked at
    return {}
  }
}

const isErrorLike = (value: unknown): value is { name: unknown; code?: unknown; message: string } =>
  typeof value === 'object' && value !== null && typeof (value as { message?: unknown }).message === 'string'

export type Listener = (event: PolicyEvent) => unknown

interface Subscription { readonly type: string; readonly listener: Listener; readonly once: boolean; end(): void; ended: boolean }

const OWN_EVENTS = ['reconfigured', 'keyOverflow', 'overrideIgnored']
// what listeners may set going from within one event
const MAX_IN_ONE_DRAIN = 1000

export class Events {
  readonly #realm: Realm
  readonly #rooms: Rooms
  #subscriptions: readonly Subscription[] = []
  readonly #queue: PolicyEvent[] = []
  #draining = false
  /** Published while `holding` runs. */
  #held: PolicyEvent[] | undefined = undefined
  #dropped = false
  /** So long the queue may get: what a change of many has published takes no room from listeners. */
  #most = MAX_IN_ONE_DRAIN

  constructor(realm: Realm, rooms: Rooms) {
    this.#realm = realm
    this.#rooms = rooms
  }

  /** `changed` is called when the set of listeners has. Answers with what ends it. */
  on(type: string, listener: Listener, { once = false, signal }: ListenOptions, changed: () => void): () => void {
    this.#known(type)
    if (signal?.aborted) return () => {}
    const subscription: Subscription = {
      type, listener, once, ended: false,
      end: () => {
        if (subscription.ended) return
        subscription.ended = true
        signal?.removeEventListener('abort', subscription.end)
        this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription)
        changed()
      },
    }
    signal?.addEventListener('abort', subscription.end)
    this.#subscriptions = [...this.#subscriptions, subscription]
    changed()
    return subscription.end
  }

  get heard(): boolean { return this.#subscriptions.length > 0 }

  holding(run: () => void): () => void {
    const outer = this.#held
    const held: PolicyEvent[] = (this.#held = [])
    try {
      run()
    } finally {
      this.#held = outer
    }
    return () => {
      for (const event of held.splice(0)) this.#queue.push(event)
      if (!this.#draining) this.#drain()
    }
  }

  /** Gives an instance a `tell` for what somebody listens to, or takes it away. `options`: those that are about to hold. */
  tune(instance: Instance<any>, options?: object): void {
    const room = this.#rooms[instance.policy]
    if (!room) return
    room.events.hear?.(instance)
    // where there is a key its instances tell of themselves: this one only has their options
    const heard = isKeyed(instance, options) ? [] : room.events.names.filter((name) => this.#subscriptions.some(({ type }) => matches(type, `${instance.policy}.${name}`)))
    const publishers = heard.map((name) => [name, (fields: object) => this.publish(`${instance.policy}.${name}`, instance.id, fields)] as const)
    instance.tell = heard.length > 0 ? room.events.tell(instance, Object.fromEntries(publishers)) : undefined
  }

  publish(type: string, instance: string, fields: object): void {
    if (!this.#subscriptions.some((subscription) => matches(subscription.type, type))) return
    if (this.#queue.length >= this.#most) return this.#drop(type)
    const event = new PolicyEvent(type, instance, now(this.#realm), fields)
    if (this.#held) return void this.#held.push(event)
    this.#queue.push(event)
    if (!this.#draining) this.#drain()
  }

  #drain(): void {
    this.#draining = true
    this.#most = this.#queue.length - 1 + MAX_IN_ONE_DRAIN
    // listeners may publish more, behind those that are queued
    for (let i = 0; i < this.#queue.length; i++) this.#deliver(this.#queue[i]!)
    this.#queue.length = 0
    this.#draining = this.#dropped = false
  }

  #deliver(event: PolicyEvent): void {
    const about = { instance: event.instance, source: 'listener' }
    for (const subscription of this.#subscriptions) {
      if (subscription.ended || !matches(subscription.type, event.type)) continue
      if (subscription.once) subscription.end()
      try {
        reportRejection(this.#realm, subscription.listener(event), about)
      } catch (error) {
        report(this.#realm, error, about)
      }
    }
  }

  #drop(type: string): void {
    if (!this.#dropped) warn(`resilience4cata: listeners publish more than ${MAX_IN_ONE_DRAIN} events from within one event; ${type} and others are dropped`)
    this.#dropped = true
  }

  #known(type: string): void {
    const own = OWN_EVENTS.map((name) => `registry.${name}`)
    const types = Object.values(this.#rooms).flatMap(({ traits, events }) => events.names.map((name) => `${traits.layer}.${name}`))
    const groups = ['registry', ...Object.keys(this.#rooms)].map((group) => `${group}.*`)
    const known = ['*', ...groups, ...own, ...types]
    if (!known.includes(type)) throw new ConfigurationError([{ ...unknownKey(type, known), where: 'registry.on' }])
  }
}

const matches = (pattern: string, type: string): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
