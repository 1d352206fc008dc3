import type { Clock, TimerHost } from '@resilience4cata/core/run/ports'

// deeper than any stack of layers: a chain of promises that goes on for longer without touching the clock is taken to be quiet
const TURNS = 100
// what is shorter is no time: as soon as can be
const SHORTEST = 1e-9

interface Entry {
  readonly at: number
  /** Its place among those of the same deadline. */
  readonly order: number
  readonly fire: () => void
  /** Somebody waits for it. */
  ref: boolean
}

/** What a `ManualClock` takes. */
export interface ManualClockOptions {
  /** Jumps to the next deadline whenever nothing else is left to do: waits are over at once, in real time. Default `false`. */
  readonly autoAdvance?: boolean
}

/** A clock that moves only when told to, and the timers that go by it: `createRegistry({ clock, timers: clock })`, or `testingRegistry(clock)`. */
export class ManualClock implements Clock, TimerHost {
  readonly #start: number
  readonly #autoAdvance: boolean
  #now: number
  /** By deadline; of one deadline, in the order in which they were armed. What an entry arms while it fires goes on with it and keeps its place: a long wait in parts. */
  #entries: Entry[] = []
  #armed = 0
  #firing: Entry | undefined = undefined
  #deferred: (() => void)[] = []
  /** Moves with everything that is armed, cleared or deferred. */
  #changes = 0
  #run: Promise<void> = Promise.resolve()
  #jumping = false

  /** `startMs`: what the clock shows at first, in milliseconds. Default 0. */
  constructor(startMs = 0, { autoAdvance = false }: ManualClockOptions = {}) {
    this.#start = this.#now = startMs
    this.#autoAdvance = autoAdvance
  }

  /** Milliseconds. */
  now(): number { return this.#now }

  /** Milliseconds since the clock was made or `restart()`ed. */
  elapsed(): number { return this.#now - this.#start }

  /** How many timers somebody waits for. */
  pending(): number { return this.#entries.filter((entry) => entry.ref).length + this.#deferred.length }

  /**
   * Moves the clock on. What becomes due on the way runs in the order of its deadlines, each at its very time and after everything that the one before it
   * has set going. Resolves when all is quiet again.
   */
  advance(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError(`a clock can't be moved by ${ms} ms: give 0 or more`)
    return this.#after(async () => {
      const end = this.#now + ms
      await this.#settle()
      for (let next = this.#entries[0]; next && next.at <= end; next = this.#entries[0]) await this.#fire(next)
      this.#now = end
    })
  }

  /** Back to the beginning, with no timer left. */
  restart(): void {
    this.#now = this.#start
    this.#entries = []
    this.#deferred = []
  }

  /** Calls `fire` once, when the clock has been moved by `ms` milliseconds. */
  set(fire: () => void, ms: number): unknown {
    if (ms > 0 && ms < SHORTEST) return this.defer(fire)
    const entry: Entry = { at: this.#now + (ms > 0 ? ms : 0), order: this.#firing?.order ?? ++this.#armed, fire, ref: true }
    let index = this.#entries.length
    while (index > 0 && isBefore(entry, this.#entries[index - 1]!)) index--
    this.#entries.splice(index, 0, entry)
    this.#changed()
    return entry
  }

  /** The entry doesn't fire any more. */
  clear(handle: unknown): void {
    const index = this.#entries.indexOf(handle as Entry)
    if (index >= 0) this.#entries.splice(index, 1)
    this.#changed()
  }

  /** Somebody waits for it again. */
  ref(handle: unknown): void {
    (handle as Entry).ref = true
    this.#changed()
  }

  /** The entry still fires when its time comes, but `autoAdvance` doesn't jump there for it, and it isn't `pending`. */
  unref(handle: unknown): void { (handle as Entry).ref = false }

  /** Calls `fire` in a macrotask's place: as soon as all is quiet, without moving the clock. */
  defer(fire: () => void): void {
    this.#deferred.push(fire)
    this.#changed()
  }

  #changed(): void {
    this.#changes++
    if (!this.#autoAdvance || this.#jumping) return
    this.#jumping = true
    void this.#after(() => this.#jump())
  }

  async #jump(): Promise<void> {
    try {
      await this.#settle()
      while (this.#entries.some((entry) => entry.ref)) await this.#fire(this.#entries[0]!)
    } catch (error) {
      // nobody awaits a jump: as with a platform's timer, the error of a callback is an uncaught one
      queueMicrotask(() => { throw error })
    } finally {
      this.#jumping = false
    }
  }

  /** One after another: the clock is moved by one at a time. */
  #after(move: () => Promise<void>): Promise<void> {
    const moved = this.#run.then(move)
    this.#run = moved.catch(() => {})
    return moved
  }

  async #fire(entry: Entry): Promise<void> {
    this.#entries.splice(this.#entries.indexOf(entry), 1)
    this.#now = entry.at
    this.#firing = entry
    try {
      entry.fire()
    } finally {
      this.#firing = undefined
    }
    await this.#settle()
  }

  /** Until nothing has been armed, cleared or deferred for many turns of the microtask queue, and nothing is left that was deferred. */
  async #settle(): Promise<void> {
    for (;;) {
      for (let turn = 0, seen = this.#changes; turn < TURNS; turn++) {
        await undefined
        if (seen !== this.#changes) [turn, seen] = [0, this.#changes]
      }
      const deferred = this.#deferred.shift()
      if (!deferred) return
      deferred()
    }
  }
}

const isBefore = (entry: Entry, other: Entry): boolean => entry.at < other.at || (entry.at === other.at && entry.order < other.order)
