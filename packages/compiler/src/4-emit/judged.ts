// A site with a classifier. How an attempt ends is an outcome there, a value of its own: what was returned may be what another attempt is for, and what the
// classifier has said goes outwards beside it. So a body doesn't leave the frame; it ends with an outcome, which the layers around it are told, and may change.
import { expression } from '@resilience4cata/core/build/code'
import type { Admitting, Answering, Racing, Running } from '@resilience4cata/core/build/template'
import { line } from './emission.ts'
import { closes, deeper, linesOf, type Line } from './lines.ts'
import { droppingLost } from './plain.ts'
import type { Ask, Inside, WovenCall } from './races.ts'
import { admission, attemptsFor, beginOf, segmentsOf, waits, within, type Around, type Placed, type Segment, type Wording } from './weave.ts'

export interface Judging {
  /** The const with the site's classifier; none where only layers have one. */
  readonly classifier: string | undefined
  /** By frame: a layer has one of its own. */
  readonly own: readonly boolean[]
  /** One of these has a name of its own, by which a mistake of it can't be told from those of other sites. */
  readonly ownNamed: boolean
  /** Whether it is one is only known at run time. */
  readonly unproven: boolean
  /** The id of the site, as text. */
  readonly site: string
  /** The value of a sync site may turn out to be a thenable. */
  readonly maybe: boolean
}

type Framed = Omit<Inside, 'succeed'>

export function weaveJudged(frames: readonly (readonly Ask[])[], scope: string | undefined, wording: Wording, judging: Judging): WovenCall {
  const weaver = new Weaver(frames, wording, judging)
  const { begin, before, after, depth } = weaver.frame(0, scope, (outcome) => weaver.left(outcome))
  const { classifier, unproven } = judging
  const ready = classifier !== undefined && unproven ? [line(`${classifier}.ready()`, wording.at)] : []
  return { before: [...ready, ...begin, ...before], after, depth, succeed: [], admitted: weaver.admitted, scope: weaver.scope, outside: new Map(), land: weaver.land }
}

class Weaver {
  admitted: Line[] = []
  scope: string | undefined
  land!: (value: string) => string
  #mayLose = false
  constructor(readonly frames: readonly (readonly Ask[])[], readonly wording: Wording, readonly judging: Judging) {}

  /** `end`: what becomes of the outcome behind all layers of the frame. */
  frame(i: number, scope: string | undefined, end: (outcome: string) => Line[]): Framed {
    this.scope = scope
    const { wording } = this
    const layers = this.frames[i]!.map((ask) => ask(scope)).map((placed) => (this.#mayLose && scope !== undefined ? droppingLost(placed, scope) : placed))
    const race = i < this.frames.length - 1 ? (layers.pop() as Placed<Racing | Running>) : undefined
    const outcome = wording.local('outcome')
    const begin = beginOf(layers, i > 0)
    const core = race ? this.raced(i, race, outcome) : this.body(outcome)
    const { segments, answering } = segmentsOf(layers, i > 0)
    const around = this.segment(segments, 0, outcome, core)
    const attempts = race?.layer.kind === 'runs' && layers.every(({ layer }) => layer === answering?.layer) ? race.layer.attempts : attemptsFor(segments, segments.find(({ repeat }) => repeat)?.repeat)
    const ends = answering ? this.answered(answering, outcome, attempts) : end(outcome)
    const declared = line(`let ${outcome}${wording.any}`, wording.at)
    return { begin: [...begin, ...core.begin], before: [declared, ...around.before], after: [...around.after, ...ends], depth: around.depth }
  }

  body(outcome: string): Framed {
    const { wording, judging: { classifier } } = this
    const { at, any, use } = wording
    const error = wording.local('error')
    const by = (word: 'returned' | 'threw') => (classifier === undefined ? use(word) : `${classifier}.${word}`)
    this.land = (value) => `${outcome} = ${by('returned')}(${value})`
    return { begin: [], before: [line('try {', at)], after: [line(`} catch (${error}${any}) { ${outcome} = ${by('threw')}(${error}) }`, at)], depth: 1 }
  }

  /** What it ends with is found on the outcome of its inside, as long as that came first. */
  raced(i: number, { layer, at }: Placed<Racing | Running>, outcome: string): Framed {
    const { any, frame: named, local } = this.wording
    const begin = beginOf([{ layer, at }])
    const name = named()
    if (layer.kind === 'runs') {
      this.#mayLose = true
      this.admitted = linesOf(layer.admitted, at, 0)
      const attempt = this.frame(i + 1, expression(layer.scope), (inner) => [...linesOf(layer.tells(`${inner}.verdict`), at, 0), ...settled(layer, inner, at)])
      const opens = line(`const ${name} = async (${layer.ticket}${any}) => {`, at)
      const ends = [closes(at), ...linesOf(layer.open(name), at, 0), ...this.awaited(expression(layer.answer), `, ${layer.verdict}`, outcome, at)]
      return { ...within({ before: [opens], after: ends, depth: 1 }, attempt), begin: [...begin, ...attempt.begin] }
    }
    // what a layer's own classifier says is for that layer, but for a mistake
    const told = this.judging.classifier !== undefined || this.judging.own.includes(true, i + 1) ? local('told') : ''
    const inside = this.frame(i + 1, expression(layer.scope), (inner) => [
      ...(told ? [line(`if (${expression(layer.isOpen)}) ${told} = ${inner}`, at)] : []),
      ...settled(layer, inner, at),
    ])
    const opens = [...(told ? [line(`let ${told}${any}`, at)] : []), ...linesOf(layer.open([]), at, 0), line(`const ${name} = async () => {`, at)]
    const ends = [closes(at), line(`void ${name}()`, at), ...this.awaited(expression(layer.answer), told && `, ${told}?.verdict`, outcome, at)]
    return { ...within({ before: opens, after: ends, depth: 1 }, inside), begin: [...begin, ...inside.begin] }
  }

  awaited(answer: string, verdict: string, outcome: string, at: number): Line[] {
    const { any, local, use } = this.wording
    const error = local('error')
    return [
      line('try {', at),
      { ...line(`${outcome} = ${use('returned')}(await ${answer}${verdict})`, at), depth: 1 },
      line(`} catch (${error}${any}) { ${outcome} = ${use('threw')}(${error}${verdict}) }`, at),
    ]
  }

  segment(segments: readonly Segment[], i: number, outcome: string, core: Around): Around {
    const { repeat, looksBack, enters, admits } = segments[i]!
    const { wording } = this
    const inside = i < segments.length - 1 ? this.segment(segments, i + 1, outcome, core) : core
    const at = admits[0]?.at ?? wording.at
    const refused = { says: (rejection: string) => `${outcome} = ${wording.use('threw')}(${rejection})` }
    const admitted = admits.length > 0 ? within({ before: admission(admits, refused, wording, 0), after: [], depth: 0 }, orElse(inside, at)) : inside
    const whole = { ...admitted, after: [...admitted.after, ...[...admits].reverse().flatMap((placed) => told(placed, outcome))] }
    if (looksBack) return within({ before: linesOf(looksBack.layer.starts, looksBack.at, 0), after: linesOf(looksBack.layer.ended(outcome), looksBack.at, 0), depth: 0 }, whole)
    if (!repeat) return whole
    const again = linesOf(repeat.layer.judged(outcome), repeat.at, 1)
    return within({ before: [...enters, line('for (;;) {', repeat.at)], after: [...again, line('}', repeat.at)], depth: 1 }, whole)
  }

  /** The outcome is the call's. */
  left(outcome: string): Line[] {
    const { at } = this.wording
    return [line(`if (${outcome}.thrown) ${this.thrown(outcome)}`, at), line(`return ${this.value(outcome)}`, at)]
  }

  /** An outermost layer answers in place of the failure. */
  answered({ layer, at }: Placed<Answering>, outcome: string, attempts: string): Line[] {
    const { any } = this.wording
    return [
      ...(this.judging.ownNamed ? [line(`if (${outcome}.verdict === 'mistaken') ${this.thrown(outcome)}`, at)] : []),
      line(`if (!${outcome}.thrown) return ${this.value(outcome)}`, at),
      line(`return ${waits(this.wording)}${expression(layer.answer(`${outcome}.what`, attempts))}${any && ' as any'}`, at),
    ]
  }

  thrown = (outcome: string): string => (this.wording.sync ? `throw ${outcome}.what` : `return ${this.wording.use('rejected')}(${outcome}.what)`)

  value(outcome: string): string {
    const { maybe, site } = this.judging
    return this.wording.sync && maybe ? `${this.wording.use('settled')}(${outcome}.what, ${site})` : `${outcome}.what`
  }
}

/** The frame of a race or of an attempt ends through its ticket. */
const settled = ({ resolve, reject }: Racing | Running, outcome: string, at: number): Line[] => [
  line(`if (${outcome}.thrown) ${expression(reject(`${outcome}.what`))}`, at),
  line(`else ${expression(resolve(`${outcome}.what`))}`, at),
]

/** Behind the admissions. */
function orElse(inside: Around, at: number): Around {
  const [first, ...more] = inside.before
  if (more.length === 0) return { ...inside, before: [{ ...first!, text: `else ${first!.text}` }] }
  return within({ before: [line('else {', at)], after: [line('}', at)], depth: 1 }, inside)
}

/** The permit goes back. */
function told({ layer, at }: Placed<Admitting>, outcome: string): Line[] {
  if (layer.record) return linesOf(layer.record(outcome), at, 0)
  const succeed = layer.succeed ? linesOf(layer.succeed, at, 0) : []
  const fail = layer.fail ? linesOf(layer.fail(`${outcome}.what`), at, 0) : []
  const same = succeed.length === fail.length && succeed.every(({ text }, i) => text === fail[i]!.text)
  return same ? succeed : [line(`if (${outcome}.thrown) {`, at), ...deeper(fail, 1), line('} else {', at), ...deeper(succeed, 1), line('}', at)]
}
