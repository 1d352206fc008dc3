// What all cases are written with: a registry on a manual clock, a marker that is interpreted or compiled, and a look at everything afterwards.
import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { createRegistry, resilient, type Policies, type Registry, type RegistryOptions } from '@resilience4cata/policies/index'
import type { PolicyEvent } from '@resilience4cata/runtime/events'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { seeded } from '@resilience4cata/testing/seeded'
import { SteppingClock } from './clock.ts'
import { callersSignal, writtenOut } from './written-out.ts'

export { attemptSignal } from './written-out.ts'

export type State = 'pending' | readonly ['ok', any] | readonly ['err', any]
export type AnyFunction = (...args: any[]) => any
/** The policies of a case; what is wrong on purpose passes too. */
export type Layers = { readonly [Option in keyof Policies]?: unknown }

/** What a case brings itself: a clock that doesn't begin at 0, or a registry that isn't on the manual clock. */
export interface Own { readonly clock?: SteppingClock; readonly registry?: RegistryOptions }

/** A breaker that opens at its second failure, and closes by one probe. */
export const BRK = { windowSize: 2, minimumCalls: 2, failureRate: 50, waitInOpen: '1s', halfOpenCalls: 1 } as const

const WAYS = ['interpreted', 'compiled'] as const
const REALM = Symbol.for('resilience4cata.registry/1')
const globals = globalThis as { [REALM]?: unknown }

/** The cases of one part, each of them interpreted and compiled. */
export function cases(part: string, define: (kit: (own?: Own) => Kit) => void): void {
  describe.each(WAYS)(`${part}, %s`, (way) => {
    let kits: Kit[] = []
    const unhandled: unknown[] = []
    const note = (reason: unknown) => { unhandled.push(reason) }
    let realm: unknown
    beforeEach(() => {
      ;[kits, realm] = [[], globals[REALM]]
      process.on('unhandledRejection', note)
    })
    afterEach(async () => {
      try {
        for (const kit of kits) await kit.quiet()
        await new Promise(setImmediate)
        expect(unhandled.splice(0)).toEqual([])
      } finally {
        process.off('unhandledRejection', note)
        globals[REALM] = realm
      }
    })
    define((own) => kits[kits.push(new Kit(way === 'compiled', own)) - 1]!)
  })
}

/** Use `cases`, which puts the default registry back. */
export class Kit {
  readonly reg: Registry
  readonly clock: SteppingClock
  readonly compiled: boolean
  readonly #events: PolicyEvent[] = []
  readonly #ids = new Map<AnyFunction, string>()
  readonly #hanging: (() => void)[] = []
  readonly #controllers: AbortController[] = []

  constructor(compiled: boolean, { clock = new SteppingClock(), registry = { clock, timers: clock, random: seeded() } }: Own = {}) {
    this.compiled = compiled
    this.clock = clock
    this.reg = createRegistry(registry)
    this.reg.configure({ defaults: { retry: { jitter: 'none' } } })
    this.reg.on('*', (event) => this.#events.push(event as PolicyEvent))
    // a compiled module enters what it has into the registry of its realm
    globals[REALM] = this.reg.realm
  }

  /** `fn` with these layers: the caller's signal is its first argument's `signal`. */
  readonly R = (fn: AnyFunction, layers: Layers): AnyFunction => {
    const site: Layers = { mode: 'async', name: `case-${this.#ids.size + 1}`, signal: callersSignal, ...layers }
    const f: AnyFunction = this.compiled ? writtenOut(site, fn) : resilient({ registry: this.reg, ...site } as Policies, fn)
    this.#ids.set(f, site.name as string)
    return f
  }

  readonly id = (f: AnyFunction): string => this.#ids.get(f)!

  /** The events so far, of one type or of all. */
  readonly ev = (type?: string): PolicyEvent[] => this.#events.filter((event) => type === undefined || event.type === type)

  /** The events so far are of no interest any more. */
  readonly forget = (): void => { this.#events.length = 0 }

  readonly adv = (ms: number): Promise<void> => this.clock.advance(ms)

  /** Goes on to a time. */
  readonly at = (time: number): Promise<void> => this.adv(time - this.clock.now())

  /** What a promise has come to. */
  readonly st = async (promise: Promise<unknown>): Promise<State> => {
    let state: State = 'pending'
    promise.then((value) => { state = ['ok', value] }, (error: unknown) => { state = ['err', error] })
    await this.adv(0)
    return state
  }

  /** A call whose waits are over as soon as nothing else is left to do. */
  readonly run = async <T>(f: () => Promise<T>): Promise<T> => {
    const answer = f()
    let open = true
    answer.then(() => { open = false }, () => { open = false })
    await this.adv(0)
    while (open && (await this.clock.step()));
    return answer
  }

  /** The row of each layer of `f` in the snapshot. */
  readonly snap = (f: AnyFunction): Record<string, any> => {
    const { version: _, ...policies } = this.reg.snapshot()
    return Object.fromEntries(Object.entries(policies).map(([policy, rows]) => [policy, rows!.find(({ instance }) => instance === this.id(f))]))
  }

  readonly configure = (f: AnyFunction, layers: object): void => this.reg.configure({ instances: { [this.id(f)]: layers } })

  readonly after = <T>(ms: number, value?: T): Promise<T> => new Promise((settle) => { this.clock.set(() => settle(value as T), ms) })
  readonly failAfter = (ms: number, error: unknown): Promise<never> => new Promise((_, fail) => { this.clock.set(() => fail(error), ms) })
  readonly hang = (): Promise<any> => new Promise((settle) => { this.#hanging.push(() => settle('hung')) })

  readonly ac = (): AbortController => this.#controllers[this.#controllers.push(new AbortController()) - 1]!

  /** Settles what hangs, and then there must be nothing left of what was taken. */
  async quiet(): Promise<void> {
    await this.adv(0)
    do {
      for (const settle of this.#hanging.splice(0)) settle()
      await this.adv(0)
    } while (this.#hanging.length > 0 || (await this.clock.step()))
    await quiesce(this.reg)
    for (const { signal } of this.#controllers) expect(getEventListeners(signal, 'abort')).toEqual([])
  }
}
