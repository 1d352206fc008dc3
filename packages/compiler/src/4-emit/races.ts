// Layers that answer before their inside has settled: the inside is a frame of its own (README.md, "Frames"). Any layers in any order are frames inside each other.
import { code, expression, raw, type Code } from '@resilience4cata/core/build/code'
import type { Answering, Racing, Running } from '@resilience4cata/core/build/template'
import { line } from './emission.ts'
import { closes, linesOf, type Line } from './lines.ts'
import { weaveJudged, type Judging } from './judged.ts'
import { attemptLines, canBePlain, droppingLost, guarded, partsOf, reactionOf } from './plain.ts'
import { beginOf, waits, weave, within, type Around, type Leave, type Placed, type Wording } from './weave.ts'

/** Asks a layer what it reads like in a scope. `dry`: only to look at. */
export type Ask = (scope: string | undefined, dry?: boolean) => Placed

/** Text around the body, from some frame inwards. */
export interface Inside extends Around {
  readonly begin: Line[]
  /** Behind a success, innermost first; depth 0. */
  readonly succeed: Line[]
  /** What the body's frame returns in place of a value. */
  readonly resolve?: ((value: string) => string) | undefined
  /** The function makes its promise itself: it isn't `async`. */
  readonly plain?: boolean
}

/** How those around a layer that races hear that it has answered: a capability of its instance, or a const, where several sites have that. */
export interface Told { readonly text: string; readonly teller: string | undefined }

export interface WovenCall extends Omit<Inside, 'begin'> {
  /** Right before the body; depth 0. */
  readonly admitted: readonly Line[]
  /** What ends the body early. */
  readonly scope: string | undefined
  /** By frame, of its last layer. */
  readonly outside: ReadonlyMap<number, Told>
  /** At a site that is judged, what a body has for `return value`: a statement behind which it ends. */
  readonly land?: (value: string) => string
}

/** How a frame is left, where it isn't the call's own. */
interface Ends {
  readonly leave?: Leave
  readonly resolve?: (value: string) => string
  /** Behind a success of this frame; depth 0. */
  readonly succeed?: readonly Line[]
  /** It is an attempt: its ticket, and the time where that has just been read. A race inside may answer through it. */
  readonly attempt?: { readonly ticket: string; readonly reading: Code }
}

export function weaveCall(frames: readonly (readonly Ask[])[], scope: string | undefined, wording: Wording, judging?: Judging): WovenCall {
  if (judging) return weaveJudged(frames, scope, wording, judging)
  const weaver = new Weaver(frames, wording)
  const { begin, before, ...inside } = weaver.frame(0, scope, {}, !wording.wantsAsync)
  return { ...inside, before: [...begin, ...before], admitted: weaver.admitted, scope: weaver.scope, outside: weaver.outside }
}

/** How a frame ends that settles through a ticket. */
const settling = ({ resolve, reject }: Racing | Running) => ({
  leave: (failure: string) => code`return ${reject(failure)}`,
  resolve: (value: string) => expression(resolve(value)),
}) satisfies Ends

class Weaver {
  admitted: Line[] = []
  scope: string | undefined
  readonly outside = new Map<number, Told>()
  /** Inside a layer that runs attempts side by side. */
  #mayLose = false
  constructor(readonly frames: readonly (readonly Ask[])[], readonly wording: Wording) {}

  /** `promised`: whoever calls the function of this frame takes a promise of any making. */
  frame(i: number, scope: string | undefined, ends: Ends, promised: boolean): Inside {
    this.scope = scope
    if (i === this.frames.length - 1) {
      const woven = this.woven(i, this.place(i, scope), ends.leave)
      return { ...woven, succeed: [...woven.succeed, ...(ends.succeed ?? [])], resolve: ends.resolve }
    }
    if (this.wording.keyed || !(promised || ends.attempt)) return this.awaiting(i, scope, ends)
    // in a scope it depends on the answer what they read like
    const layers = scope === undefined ? this.place(i, scope) : this.frames[i]!.map((ask) => ask(undefined, true))
    const mayBePlain = !ends.attempt || layers.every(({ layer: { kind } }) => kind === 'admits' || kind === 'races')
    if (mayBePlain && canBePlain(layers.map(({ layer }) => layer))) return this.plain(i, scope, ends, layers)
    return this.awaiting(i, scope, ends, scope === undefined ? layers : undefined)
  }

  place(i: number, scope: string | undefined): Placed[] {
    const layers = this.frames[i]!.map((ask) => ask(scope))
    return this.#mayLose && scope !== undefined ? layers.map((placed) => droppingLost(placed, scope)) : layers
  }

  /** Where nobody stands around, and a failure is the call's, nothing has to be caught. */
  woven(i: number, layers: readonly Placed[], leave: Leave | undefined): Omit<Inside, 'resolve' | 'plain'> {
    return layers.length === 0 && !leave ? { begin: [], before: [], after: [], succeed: [], depth: 0 } : weave(layers, this.wording, leave, i > 0)
  }

  /** An async function around the race: its other layers read as always, and the body is the answer of the race. */
  awaiting(i: number, scope: string | undefined, { leave, resolve, succeed = [] }: Ends, layers = this.place(i, scope)): Inside {
    const race = layers.pop() as Placed<Racing | Running>
    const [outer] = layers
    if (race.layer.kind === 'runs' && layers.length === 1 && outer!.layer.kind === 'answers') return this.answered(i, outer as Placed<Answering>, race as Placed<Running>)
    const around = this.woven(i, layers, leave)
    const inside = this.raced(i, race, [])
    const told = [...around.succeed, ...succeed]
    const answer = `await ${expression(race.layer.answer)}`
    const value = told.length > 0 || resolve ? this.wording.local('value') : ''
    const ending = (value: string) => line(`return ${resolve ? resolve(value) : value}${this.wording.any && ' as any'}`, race.at)
    const exit = value ? [line(`const ${value}${this.wording.any} = ${answer}`, race.at), ...told, ending(value)] : [ending(answer)]
    return within(around, { ...inside, begin: [...around.begin, ...inside.begin], after: [...inside.after, ...exit] })
  }

  /** Attempts are counted for the layer right outside of what starts them, which asks behind its `try`. */
  answered(i: number, { layer, at }: Placed<Answering>, race: Placed<Running>): Inside {
    const { any, local } = this.wording
    const inside = this.raced(i, race, [])
    const failure = local('failure')
    const ends = [
      line('try {', at), { ...line(`return await ${expression(race.layer.answer)}${any && ' as any'}`, race.at), depth: 1 }, line(`} catch (${failure}${any}) {`, at),
      { ...line(`return ${waits(this.wording)}${expression(layer.answer(failure, race.layer.attempts))}${any && ' as any'}`, at), depth: 1 }, line('}', at),
    ]
    return { ...inside, begin: [...beginOf([{ layer, at }]), ...inside.begin], after: [...inside.after, ...ends] }
  }

  /** A function that makes its promise itself, or an attempt that makes none. What of the user's runs after a timer has fired is a reaction that is registered during the call. */
  plain(i: number, scope: string | undefined, { attempt: outer, leave }: Ends, looks: readonly Placed[]): Inside {
    // between an admission and the race nobody waits, so nobody can leave
    const parts = partsOf(scope === undefined ? looks : this.frames[i]!.map((ask, n) => ask(looks[n]!.layer.kind === 'admits' ? undefined : scope)))
    const { answering, repeat, admits, race } = parts
    const { at } = race
    const any = this.wording.any && ' as any'
    const inside = this.raced(i, race, admits, outer, this.#mayLose ? scope && `${scope}.lost` : undefined)
    const begin = [...beginOf(answering ? [answering] : []), ...(repeat ? linesOf(repeat.layer.around!.begin, repeat.at, 0) : []), ...beginOf(admits), ...inside.begin]
    const answer = expression(race.layer.answer)
    const attempts = race.layer.kind === 'runs' ? race.layer.attempts : '1'
    const whole = { ...inside, begin, plain: true }
    if (outer) return within(attemptLines(admits, undefined, leave!, this.wording), whole)
    if (!repeat && admits.length === 0) {
      const reaction = answering ? reactionOf(parts, '', attempts, this.wording) : ''
      return { ...whole, after: [...inside.after, line(`return ${answer}${reaction}${any}`, at)] }
    }
    const isWhole = !repeat && !answering
    const refuse: Leave = (failure) => raw(`return ${this.wording.use('rejectedPromise')}(${failure})`)
    const attempt = within(attemptLines(admits, line(`return ${answer}${isWhole ? any : ''}`, at), refuse, this.wording), whole)
    if (isWhole) return attempt
    const name = this.wording.local('attempt')
    const opens: Line = { ...line(`const ${name} = () => {`, at), bracket: 'attempt' }
    const reaction = line(`return ${name}()${reactionOf(parts, name, attempts, this.wording)}${any}`, at)
    const start = { before: [opens], after: [{ ...closes(at), bracket: 'attempt' as const }, reaction], depth: 1 }
    return within(start, attempt)
  }

  /** What is inside of the race, from where the race opens to where its promise is there. */
  raced(i: number, { layer, at }: Placed<Racing | Running>, admits: Parameters<typeof guarded>[0], outer?: Ends['attempt'], lost?: string): Inside {
    const begin = beginOf([{ layer, at }])
    if (layer.kind === 'runs') {
      this.#mayLose = true
      this.admitted = linesOf(layer.admitted, at, 0)
      const { any } = this.wording
      const ends: Ends = { ...settling(layer), attempt: { ticket: layer.ticket, reading: raw(layer.reading) } }
      const attempt = this.frame(i + 1, expression(layer.scope), ends, false)
      const start = this.wording.frame()
      const reads = attempt.before.some(({ text }) => text.includes(layer.reading)) ? `, ${layer.reading}${any}` : ''
      const opens = line(`const ${start} = ${attempt.plain ? '' : 'async '}(${layer.ticket}${any}${reads}) => {`, at)
      const inside = within({ before: [opens], after: [closes(at), ...linesOf(layer.open(start), at, 0)], depth: 1 }, attempt)
      return { ...inside, plain: false, begin: [...begin, ...attempt.begin] }
    }
    const told = guarded(admits, layer, lost, this.wording)
    const teller = told.outside && layer.shared ? this.wording.numbered('tell') : undefined
    if (told.outside) this.outside.set(i, { text: told.outside, teller })
    const frame = this.frame(i + 1, expression(layer.scope), { ...settling(layer), succeed: told.succeed }, false)
    const name = this.wording.frame()
    const opens = [...linesOf(layer.open(told.permits, told.reading ?? outer?.reading, teller, outer?.ticket), at, 0), { ...line(`const ${name} = async () => {`, at), bracket: 'frame' as const }]
    const ends = [{ ...closes(at), bracket: 'frame' as const }, line(`void ${name}()`, at)]
    return { ...within({ before: opens, after: ends, depth: 1 }, frame), begin: [...begin, ...frame.begin] }
  }
}
