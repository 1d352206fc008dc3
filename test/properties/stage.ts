// Where a program is played: its clock, its callers and its body, the same for every engine and for the model. What happens is noted line by line.
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { facts, failureOf, rounded, show, valueOf } from './outcomes.ts'
import type { Behaviour, BreakerOp, Program } from './program.ts'

/** What a body sees of its attempt signal. */
export interface Ending { readonly aborted: boolean; readonly reason?: unknown; addEventListener(type: 'abort', listener: () => void): void }

/** `lane`: a call's number or a policy. */
export interface Line { readonly at: number; readonly lane: string; readonly text: string }

/** Has a signal only where somebody asks for it: making one costs more than a call. */
export class Caller {
  left: string | undefined = undefined
  #onLeave: ((reason: string) => void)[] = []
  #controller: AbortController | undefined = undefined

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.left !== undefined) this.#controller.abort(this.left)
    return this.#controller.signal
  }

  onLeave(listener: (reason: string) => void): void { this.#onLeave.push(listener) }

  leave(reason: string): void {
    if (this.left !== undefined) return
    this.left = reason
    this.#controller?.abort(reason)
    for (const listener of this.#onLeave) listener(reason)
  }
}

export class Stage {
  readonly timers = new ManualClock()
  readonly lines: Line[] = []
  readonly callers: Caller[] = []
  /** Bodies that run now, and the most that ever did. */
  running = 0
  most = 0
  readonly #program: Program
  readonly #runs: number[] = []
  // a sync body takes its time on its own: no timer can fire meanwhile
  #passed = 0
  /** How far the clock is ahead of the timers, where it stands still, and how much it has been set back in all. */
  #ahead = 0
  #stopped: number | undefined
  #back = 0
  /** What a body may do with a breaker. */
  act: (op: BreakerOp) => void = () => {}

  constructor(program: Program) { this.#program = program }

  /** What a clock shows that is never set back. */
  now(): number { return (this.#stopped ?? this.timers.now() + this.#ahead) + this.#passed }

  /** What the program's clock shows. */
  shown(): number { return this.now() - this.#back }

  turn(what: 'jump' | 'back' | 'stop' | 'go', by: number): void {
    const shown = this.#stopped ?? this.timers.now() + this.#ahead
    if (what === 'back') this.#back += by
    else if (what === 'stop') this.#stopped = shown
    else if (what === 'jump' && this.#stopped !== undefined) this.#stopped += by
    else {
      if (what === 'jump') this.#ahead += by
      else this.#ahead = shown - this.timers.now()
      this.#stopped = undefined
    }
  }

  note(lane: string | number, text: string): void { this.lines.push({ at: rounded(this.timers.now() + this.#passed), lane: String(lane), text }) }

  /** An event. */
  publish(lane: string, type: string, fields: object): void { this.note(lane, `${type} ${facts(fields)}`) }

  /** A caller: the number of its call. */
  caller(): number { return this.callers.push(new Caller()) - 1 }

  leave(id: number): void { this.callers[id]!.leave(`caller ${id} has left`) }

  /** The body. */
  perform(id: number, site: number, ending: Ending | undefined): unknown {
    const { behaviours, mode } = this.#program
    const run = (this.#runs[id] = (this.#runs[id] ?? -1) + 1)
    const behaviour = behaviours[(id + run) % behaviours.length]!
    this.note(id, `attempt ${run}${ending?.aborted ? ', already over' : ''}`)
    // at once, or soon: a caller whose call was woken just now by another one's end has its own moment
    if (behaviour.leaves && (mode === 'sync' || behaviour.after === 0)) this.leave(id)
    else if (behaviour.leaves) this.timers.set(() => this.leave(id), odd(id, run) / 4)
    // it has its own site's breaker: the second one's may be another
    if (behaviour.acts && site === 0) this.act(behaviour.acts)
    if (mode === 'sync') this.#passed += behaviour.after
    const label = `${id}.${run}`
    if (behaviour.ends === 'throwing then') return { then: () => this.#end(behaviour, label) }
    if (behaviour.ends === 'unreadable then') return Object.defineProperty({}, 'then', { get: () => this.#end(behaviour, label) })
    if (mode === 'sync' && behaviour.ends === 'thenable') return { then: () => {} }
    if (mode === 'sync' || behaviour.ends === 'returns' || behaviour.ends === 'throws') return this.#end(behaviour, label)
    const later = this.#later(id, behaviour, label, ending, odd(id, run))
    return behaviour.ends === 'thenable' ? talkative(later) : later
  }

  #end({ ends, what }: Behaviour, label: string): unknown {
    if (ends !== 'returns' && ends !== 'resolves' && ends !== 'thenable') throw failureOf(what, label)
    return valueOf(what, label, () => this.note('values', `${label} is released`))
  }

  #later(id: number, behaviour: Behaviour, label: string, ending: Ending | undefined, odd: number): Promise<unknown> {
    const { after, heeds } = behaviour
    if (after === 0) return new Promise((resolve) => resolve(this.#end(behaviour, label)))
    this.most = Math.max(this.most, ++this.running)
    return new Promise<unknown>((resolve, reject) => {
      let isOver = false
      const over = (end: () => unknown) => () => {
        if (isOver) return
        isOver = true
        this.running--
        try { resolve(end()) } catch (failure) { reject(failure) }
      }
      this.timers.set(over(() => this.#end(behaviour, label)), after + odd)
      ending?.addEventListener('abort', () => {
        if (isOver) return
        this.note(id, `${label} is to end: ${show(ending.reason)}`)
        if (heeds) this.timers.set(over(() => { throw ending.reason }), odd / 2)
      })
    })
  }
}

/** Goes on talking once it has settled. */
const talkative = (answer: Promise<unknown>): PromiseLike<unknown> => ({
  then(settle: any, fail: any): any {
    answer.then((value) => { settle(value); fail(new Error('too late')) }, (failure) => { fail(failure); settle('too late') })
  },
})

// Bodies end at odd times, each at its own: what happens at one instant in two calls has no order that anybody could rely on. A binary fraction, so that sums are
// exact, and well mixed, so that no two sums are equal.
export function odd(id: number, run: number): number {
  let mixed = Math.imul(id * 64 + run + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (((mixed ^ (mixed >>> 16)) >>> 13) | 1) / 2 ** 19
}
