// One layer alone on a ManualClock, without a registry around it: what a room's own tests drive.
import { furnished } from '@resilience4cata/core/run/furnished'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { Realm } from '@resilience4cata/core/run/realm'
import type { About, RunSide } from '@resilience4cata/core/run/room'
import { Invocation } from '@resilience4cata/runtime/scope/invocation'
import { callerScope } from '@resilience4cata/runtime/scope/caller-scope'
import { ManualClock } from './manual-clock.ts'
import { named } from '@resilience4cata/runtime/sharing/named'
import { seeded } from './seeded.ts'

/** What a promise has come to, once the microtasks are drained: `'pending'`, `['ok', value]` or `['err', error]`. */
export type State = 'pending' | readonly ['ok', unknown] | readonly ['err', unknown]

const SITE: About = { site: 'lone', arity: 0, innerOffers: false, mode: 'async' }

/** `written`: the layer's options, normalised. */
export class LoneLayer<I extends Instance<any>> {
  readonly clock: ManualClock
  readonly instance: I
  /** In order: `['rejected', { reason: 'FULL' }]`. */
  readonly events: [string, object][] = []
  reads = 0
  readonly #room: RunSide<I>
  readonly #through: (call: Invocation) => Promise<unknown>

  constructor(room: RunSide<I>, written: object = {}, clock = new ManualClock()) {
    this.clock = clock
    this.#room = room
    const now = () => {
      this.reads++
      return clock.now()
    }
    const realm: Realm = { entered: [], clock: { now }, timers: clock, random: seeded() }
    this.instance = room.create('lone', written, furnished((instance) => { instance.realm = realm }, ...Object.values(room.capabilities), ...('name' in written ? [named] : [])))
    const publish = Object.fromEntries(room.events.names.map((name) => [name, (fields: object) => this.events.push([name, fields])]))
    this.instance.tell = room.events.tell(this.instance, publish)
    this.#through = room.wrap.async(this.instance, async (call) => call.body.apply(call.self, [...call.args]), SITE)
  }

  /** One call through the layer. */
  call(body: (call: Invocation) => unknown, signal?: AbortSignal, prepare?: (call: Invocation) => void): Promise<unknown> {
    this.instance.ready()
    const call: Invocation = new Invocation(() => body(call), undefined, [], callerScope(signal))
    prepare?.(call)
    const answer = this.#through(call)
    answer.catch(() => {})
    return answer
  }

  callSync(body: () => unknown): unknown {
    this.instance.ready()
    return this.#room.wrap.sync!(this.instance, (call) => (call.body as () => unknown)(), { ...SITE, mode: 'sync' })(new Invocation(body, undefined, [], undefined))
  }

  /** Other options from now on, as live configuration has it. */
  configure(options: object): void {
    this.instance.written = { ...this.instance.written, ...options }
    this.instance.options = undefined
    this.instance.ready()
  }

  get snapshot(): Record<string, unknown> { return this.#room.snapshot(this.instance) as Record<string, unknown> }

  advance(ms: number): Promise<void> { return this.clock.advance(ms) }

  async stateOf(promise: Promise<unknown>): Promise<State> {
    let state: State = 'pending'
    promise.then((value) => { state = ['ok', value] }, (error: unknown) => { state = ['err', error] })
    await this.clock.advance(0)
    return state
  }

  /** Settles on the manual clock and ignores abort signals. */
  after<T>(ms: number, value?: T): Promise<T> { return new Promise((settle) => { this.clock.set(() => settle(value as T), ms) }) }
  failAfter(ms: number, error: unknown): Promise<never> { return new Promise((_, fail) => { this.clock.set(() => fail(error), ms) }) }
}

export const hang = (): Promise<never> => new Promise(() => {})
