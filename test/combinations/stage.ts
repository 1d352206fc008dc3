// What the functions of a module can do, and the trace that it leaves.
import type { ManualClock } from '@resilience4cata/testing/manual-clock'
import { show } from './show.ts'

export class Stage {
  readonly lines: string[] = []
  readonly #clock: ManualClock
  /** The body, in this call. */
  hasBegun = false
  #steps = 0
  #fails: ReadonlySet<number> = new Set()
  readonly #late: string[] = []
  #caller = new AbortController()

  constructor(clock: ManualClock) { this.#clock = clock }

  /** `fails`: which steps of this call do; `leaves`: when its caller does. */
  begin(fails: ReadonlySet<number>, leaves: number | undefined): void {
    this.#steps = 0
    this.hasBegun = false
    this.#fails = fails
    const caller = (this.#caller = new AbortController())
    if (leaves !== undefined) this.#clock.set(() => caller.abort(new Error('left')), leaves)
  }

  /** Has ended, with all that came of it. */
  async end(): Promise<void> {
    for (const type of this.#late.splice(0)) this.note(type)
    const note = (reason: unknown) => this.note('nobody handles', reason)
    process.on('unhandledRejection', note)
    await new Promise((over) => { setImmediate(over) })
    process.off('unhandledRejection', note)
  }

  /** An event. */
  happens(type: string): void {
    // it is told beside what the answer has set going, in no order
    if (type === 'timeout.lateSettled') this.#late.push(type)
    else this.note(type)
  }

  note(label: string, ...values: readonly unknown[]): void { this.lines.push(`${this.#clock.now()} ${[label, ...values.map(show)].join(' ')}`) }

  /** The module that a program finds under `scenario`. */
  readonly module = {
    note: (label: string, ...values: unknown[]) => (this.note(label, ...values), values[0]),
    io: (label: string, value?: unknown) => { this.hasBegun ||= label !== 'handler'; return this.#io(label, value) },
    aio: (label: string, value?: unknown) => { this.hasBegun ||= label !== 'handler'; return this.#aio(label, value) },
    thenable: (label: string, value?: unknown) => this.#thenable(label, value),
    rows: (label: string, count: number) => this.#rows(label, count),
    resource: (name: string) => ({ name, [Symbol.dispose]: () => this.note('disposed', name), [Symbol.asyncDispose]: async () => { await this.#aio('dispose', name) } }),
    wants: (error: unknown) => (this.note('wants', error), !(error instanceof TypeError)),
    isOurs: (error: unknown) => !(error instanceof TypeError),
    rescue: (...all: unknown[]) => (this.note('rescue', ...all), 'rescued'),
    caller: () => this.#caller.signal,
    same: (_: unknown, value: unknown) => value,
    noted: (number: number, value: number) => (this.note(`option of ${number}`, value), value),
    traced: (...about: [any, any, any?]) => this.#traced(about),
    LIMIT: 3,
  }

  #io(label: string, value: unknown): unknown {
    const step = this.#steps++
    this.note(`${label} ${step}`, value)
    if (this.#fails.has(step)) throw failure(label, step)
    return value
  }

  /** Ends at once, soon, or a little later. */
  #aio(label: string, value: unknown): Promise<unknown> {
    const step = this.#steps++
    this.note(`${label} ${step}`, value)
    const promise = new Promise((resolve, reject) => {
      const end = () => (this.#fails.has(step) ? reject(failure(label, step)) : resolve(value))
      if (step % 3 === 0) end()
      else this.#clock.set(end, (step % 3) * 3 + step / 64)
    })
    promise.catch(() => {})
    return promise
  }

  #thenable(label: string, value: unknown): unknown {
    const step = this.#steps++
    this.note(`${label} ${step}`, value)
    const then = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
      this.note('then', label)
      if (this.#fails.has(step)) reject(failure(label, step))
      else resolve(value)
    }
    return Object.defineProperty({ label }, 'then', { get: () => (this.note('read', label), then) })
  }

  * #rows(label: string, count: number): Generator<number> {
    try {
      for (let i = 0; i < count; i++) {
        this.#io(label, i)
        yield i
      }
    } finally {
      this.note('closed', label)
    }
  }

  /** A decorator of either world. */
  #traced(about: readonly any[]): unknown {
    const around = (inner: Function) => {
      const { note } = this.module
      return function (this: unknown, ...args: unknown[]) { note('traced', inner.name, inner.length); return inner.apply(this, args) }
    }
    if (about.length === 2) return around(about[0])
    return { ...about[2], value: around(about[2].value) }
  }
}

const failure = (label: string, step: number): Error => Object.assign(new Error(`${label} ${step}`), step % 4 === 3 && { code: 'E_ODD' })
