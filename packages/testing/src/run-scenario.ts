import type { Realm } from '@resilience4cata/core/run/realm'
import type { PolicyEvent } from '@resilience4cata/runtime/events'
import { installKit } from '@resilience4cata/runtime/configuration/kit'
import type { Rooms } from '@resilience4cata/runtime/configuration/merge'
import { createRealm } from '@resilience4cata/runtime/registry'
import { ManualClock } from './manual-clock.ts'
import type { Outcome, Scenario, Step } from './scenario.ts'
import { seeded } from './seeded.ts'

/** Evaluates the text of a module and answers with its exports. `scenario` is what the module finds under this specifier. */
export type Engine = (source: string, scenario: object) => Promise<Readonly<Record<string, any>>>

export interface Run { readonly trace: readonly string[]; readonly snapshot: object }

const KEY = Symbol.for('resilience4cata.registry/1')

/**
 * Runs the script once for each resilient export, in a realm of its own each time. By the name of the export. Without `rooms` nobody configures or listens, unless
 * something of it is interpreted.
 */
export async function runScenario(scenario: Scenario, engine: Engine, rooms?: Rooms): Promise<ReadonlyMap<string, Run>> {
  const runs = new Map<string, Run>()
  for (const name of subjectsOf(scenario)) runs.set(name, await new Play(scenario, engine, rooms).run(name))
  return runs
}

/** Found in the text, so that each is run against an evaluation of its own. */
const subjectsOf = ({ source }: Scenario): string[] => [...source.matchAll(/^export (?:const|class) (\w+)\b(?! extends)/gm)].map(([, name]) => name!)

class Play {
  readonly #scenario: Scenario
  readonly #engine: Engine
  readonly #rooms: Rooms | undefined
  readonly #clock = new ManualClock()
  readonly #trace: string[] = []
  #realm!: Realm
  #module: Readonly<Record<string, any>> = {}
  #controller = new AbortController()
  #calls = 0

  constructor(scenario: Scenario, engine: Engine, rooms: Rooms | undefined) {
    this.#scenario = scenario
    this.#engine = engine
    this.#rooms = rooms
  }

  async run(name: string): Promise<Run> {
    const globals = globalThis as { [KEY]?: Realm | undefined }
    const outer = globals[KEY]
    globals[KEY] = this.#realm = createRealm({ clock: this.#clock, timers: this.#clock, random: seeded() })
    try {
      if (this.#rooms) installKit(this.#realm, this.#rooms)
      this.#realm.kit?.on('*', (event) => this.#happened(event as PolicyEvent), {})
      const { signal } = this.#controller
      this.#module = await this.#engine(this.#scenario.source, { backend: (...args: unknown[]) => this.#backend(args), signal })
      const call = callable(this.#module[name])
      for (const step of this.#scenario.script) await this.#step(step, call)
      return { trace: this.#trace, snapshot: this.#realm.kit?.snapshot() ?? {} }
    } finally {
      if (outer) globals[KEY] = outer
      else delete globals[KEY]
    }
  }

  async #step(step: Step, call: (...args: unknown[]) => unknown): Promise<void> {
    if ('advance' in step) return this.#clock.advance(step.advance)
    if ('configure' in step) this.#realm.kit!.configure(step.configure, false)
    else if ('abort' in step) this.#controller.abort(new Error(step.abort))
    else {
      for (let i = 0; i < (step.times ?? 1); i++) {
        this.#settle(() => call(...step.call))
        await this.#clock.advance(0)
      }
    }
    await this.#clock.advance(0)
  }

  #settle(call: () => unknown): void {
    const returned = (value: unknown) => this.#note(`returned ${show(value)}`)
    const threw = (error: unknown) => this.#note(`threw ${show(error)}`)
    try {
      const answer = call()
      if (answer instanceof Promise) answer.then(returned, threw)
      else returned(answer)
    } catch (error) {
      threw(error)
    }
  }

  #backend(args: readonly unknown[]): unknown {
    this.#note(`attempt ${args.map(show).join(' ')}`.trimEnd())
    const { outcomes } = this.#scenario
    const outcome = outcomes[Math.min(this.#calls++, outcomes.length - 1)]!
    if (outcome.after === undefined) return this.#end(outcome)
    return new Promise((over) => { this.#clock.set(() => over(undefined), outcome.after!) }).then(() => this.#end(outcome))
  }

  #end(outcome: Outcome): unknown {
    if ('returns' in outcome) return outcome.returns
    throw new (outcome.as ? this.#module[outcome.as] : Error)(outcome.throws)
  }

  #happened(event: PolicyEvent): void {
    const fields = Object.entries(event).filter(([key]) => key !== 'type' && key !== 'instance' && key !== 'at')
    this.#note([event.type, ...fields.map(([key, value]) => `${key}=${show(value)}`)].join(' '))
  }

  #note(what: string): void { this.#trace.push(`${Math.round(this.#clock.now() * 1000) / 1000} ${what}`) }
}

function callable(subject: any): (...args: unknown[]) => unknown {
  if (Object.getOwnPropertyDescriptor(subject, 'prototype')?.writable !== false) return subject as () => unknown
  const made = new subject()
  return (...args) => made.call(...args)
}

function show(value: unknown): string {
  if (value instanceof Error) return value.name === 'Error' ? value.message : `${value.name}(${value.message})`
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
