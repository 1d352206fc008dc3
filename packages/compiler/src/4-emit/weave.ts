// The one shape (packages/README.md, "The weave"): begin; loop { chain of admissions; try { body; succeed; leave }; fail; failed → answer }. Knows no policy.
import { code, expression, raw, unblocked, type Code } from '@resilience4cata/core/build/code'
import type { Admitting, Answering, Layer, LookingBack, Repeating } from '@resilience4cata/core/build/template'
import { deeper, linesOf, type Line } from './lines.ts'

/** A layer's text and the place that it maps to. */
export interface Placed<L extends Layer = Layer> { readonly layer: L; readonly at: number }

export interface Woven {
  /** Once per call, before any layer acts; depth 0. */
  readonly begin: Line[]
  /** Up to the bracket that the body stands in. */
  readonly before: Line[]
  /** From the bracket that closes it. */
  readonly after: Line[]
  /** Behind a success, innermost first; depth 0. */
  readonly succeed: Line[]
  /** How deep the body stands. */
  readonly depth: number
}

/** What stands in front of the body, and behind it. */
export type Around = Pick<Woven, 'before' | 'after' | 'depth'>

export interface Wording {
  readonly sync: boolean
  /** Where text maps to that belongs to no single layer. */
  readonly at: number
  /** `: any` in TypeScript. */
  readonly any: string
  local(word: string): string
  /** A local for a function that the body stands in: stacks show it as the user's. */
  frame(): string
  use(exported: string): string
  /** A const beside those of the instances. */
  numbered(word: string): string
  /** Calls are under way by their keys: nothing settles behind the frame. */
  readonly keyed?: boolean
  /** A promise of any making won't do: who takes the function looks at its text. */
  readonly wantsAsync?: boolean
}

/** A loop, what looks back at its inside, or the call itself, with the admissions that stand inside it. Any order of layers is a list of these, each inside the one before. */
export interface Segment {
  readonly repeat?: Placed<Repeating>
  readonly looksBack?: Placed<LookingBack>
  /** What begins with the loop, not with the call. */
  readonly enters: Line[]
  readonly admits: Placed<Admitting>[]
}

/** How a frame or a segment is left with a failure. */
export type Leave = (failure: string, inCatch: boolean) => Code

/** `leave`: by default the failure is the call's. `inner`: the frame is inside of another one. */
export function weave(layers: readonly Placed[], wording: Wording, leave?: Leave, inner = false): Woven {
  const { segments, answering } = segmentsOf(layers, inner)
  const lastRepeat = [...segments].reverse().find((segment) => segment.repeat)?.repeat
  const answer: Leave = (failure) => code`return ${waits(wording)}${answering!.layer.answer(failure, attemptsFor(segments, lastRepeat))}${wording.any && ' as any'}`
  const passes = !answering && !leave && !wording.keyed && segments.length === 1 && passesOn(segments[0]!)
  const woven = passes ? refusing(segments[0]!, wording) : weaveSegment(segments, 0, answering ? answer : (leave ?? thrown(wording)), wording, 0)
  return { ...woven, begin: beginOf(layers, inner), succeed: succeedOf(segments.flatMap((segment) => segment.admits)) }
}

/** An answer that is still awaited when the frame is left would be one of a call that is over. */
export const waits = ({ keyed, sync }: Wording): string => (keyed && !sync ? 'await ' : '')

export const thrown = ({ sync, use }: Wording): Leave => (failure, inCatch) => raw(sync || inCatch ? `throw ${failure}` : `return ${use('rejected')}(${failure})`)

/** A loop that may not be reached begins where it stands. */
export const beginOf = (layers: readonly Placed[], inner = false): Line[] => layers.flatMap(({ layer, at }, i) => {
  const begin = layer.kind === 'repeats' && (inner || layers.slice(0, i).some((outer) => outer.layer.kind === 'admits')) ? layer.ready : layer.begin
  return begin ? linesOf(begin, at, 0) : []
})

/** Innermost first. */
export const succeedOf = (admits: readonly Placed<Admitting>[]): Line[] =>
  [...admits].reverse().flatMap(({ layer, at }) => (layer.succeed ? linesOf(layer.succeed, at, 0) : []))

export const failOf = (admits: readonly Placed<Admitting>[], failure: string): Line[] =>
  [...admits].reverse().flatMap(({ layer, at }) => (layer.fail ? linesOf(layer.fail(failure), at, 0) : []))

export function segmentsOf(layers: readonly Placed[], inner: boolean): { segments: Segment[]; answering: Placed<Answering> | undefined } {
  const segments: Segment[] = [{ enters: [], admits: [] }]
  const isReached = () => !inner && segments.every(({ admits }) => admits.length === 0)
  let answering: Placed<Answering> | undefined
  for (const { layer, at } of layers) {
    if (layer.kind === 'answers') answering = { layer, at }
    else if (layer.kind === 'repeats') segments.push({ repeat: { layer, at }, enters: isReached() ? [] : linesOf(layer.begin!, at, 0), admits: [] })
    else if (layer.kind === 'looks back') segments.push({ looksBack: { layer, at }, enters: [], admits: [] })
    else if (layer.kind === 'admits') segments.at(-1)!.admits.push({ layer, at })
  }
  const empty = segments.length > 1 && segments[0]!.admits.length === 0
  return { segments: empty ? segments.slice(1) : segments, answering }
}

// attempts are for the layer directly outside of what counts them; with something between them it is one attempt
export const attemptsFor = (segments: readonly Segment[], repeat: Placed<Repeating> | undefined) => (repeat && segments[0]!.repeat === repeat ? repeat.layer.attempts : '1')

function weaveSegment(segments: readonly Segment[], i: number, leave: Leave, wording: Wording, depth: number): Around {
  const { repeat, enters, admits } = segments[i]!
  const inner = depth + (repeat ? 1 : 0)
  const plain = admits.length === 0 && i === segments.length - 1
  const inside = plain ? tryAndCatch(segments[i]!, i > 0 ? 'error' : 'failure', leave, wording, inner) : chain(segments, i, leave, wording, inner)
  if (!repeat) return inside
  return { ...inside, before: [...deeper(enters, depth), { text: 'for (;;) {', depth, at: repeat.at }, ...inside.before], after: [...inside.after, { text: '}', depth, at: repeat.at }] }
}

/** Nothing is handed back, so a failure may leave as it comes. */
const passesOn = ({ repeat, looksBack, admits }: Segment): boolean => !repeat && !looksBack && admits.length > 0 && admits.every(({ layer }) => !layer.fail)

function refusing({ admits }: Segment, wording: Wording): Around {
  const refused = { says: (rejection: string) => expression(thrown(wording)(rejection, false)) }
  return { before: admission(admits, refused, wording, 0), after: [], depth: 0 }
}

/** Nothing is admitted, so nothing is handed back: the failure path stands in the `catch`. */
function tryAndCatch({ repeat }: Segment, word: string, leave: Leave, wording: Wording, depth: number): Around {
  const failure = wording.local(word)
  const at = repeat?.at ?? wording.at
  return {
    before: [{ text: 'try {', depth, at }],
    after: [{ text: `} catch (${failure}${wording.any}) {`, depth, at }, ...failedLines(repeat, failure, true, leave, depth + 1, at), { text: '}', depth, at }],
    depth: depth + 1,
  }
}

/** Own rejections are never thrown, and the `try` is around the body only: one failure path for refusals and failures stands behind it. */
function chain(segments: readonly Segment[], i: number, leave: Leave, wording: Wording, depth: number): Around {
  const { repeat, admits } = segments[i]!
  const failure = wording.local(i > 0 ? 'innerFailure' : 'failure')
  const at = admits[0]?.at ?? repeat?.at ?? wording.at
  const isAdmitted = admits.length > 0
  const inside = i === segments.length - 1 ? innermost(failure, wording, depth, at, isAdmitted) : nested(segments, i, failure, wording, depth, isAdmitted)
  const before = [...admission(admits, refusedWith(failure), wording, depth), ...inside.before]
  const fails = failOf(admits, failure).map((each) => ({ ...each, depth: depth + each.depth }))
  return { before, after: [...inside.after, ...fails, ...failedLines(repeat, failure, false, leave, depth, at)], depth: inside.depth }
}

function innermost(failure: string, wording: Wording, depth: number, at: number, isAdmitted: boolean): Around {
  const error = wording.local('error')
  return {
    before: [{ text: isAdmitted ? 'else try {' : 'try {', depth, at }],
    after: [{ text: `} catch (${error}${wording.any}) { ${failure} = ${error} }`, depth, at }],
    depth: depth + 1,
  }
}

function nested(segments: readonly Segment[], i: number, failure: string, wording: Wording, depth: number, isAdmitted: boolean): Around {
  const inside = weaveSegment(segments, i + 1, (inner) => block([line(`${failure} = ${inner}`), line('break')]), wording, depth + (isAdmitted ? 1 : 0))
  const { at } = segments[i + 1]!.repeat!
  return isAdmitted ? { ...inside, before: [{ text: 'else {', depth, at }, ...inside.before], after: [...inside.after, { text: '}', depth, at }] } : inside
}

/** What becomes of a refusal. */
interface Refusal {
  /** The local that it is put into, where that is declared beside the permits. */
  readonly declares?: string
  says(this: void, rejection: string): string
}

export const refusedWith = (failure: string): Refusal => ({ declares: failure, says: (rejection) => `${failure} = ${rejection}` })

/** Outermost first; the first refusal is the failure. */
export function admission(admits: readonly Placed<Admitting>[], refusal: Refusal, { any, at }: Wording, depth: number): Line[] {
  const first = admits[0]?.layer
  // what the outermost takes never changes, unless it waits for it or takes more than one thing
  const taken = first?.permit && !first.awaits && !first.beside ? first.permit.name : undefined
  const permits = admits.flatMap(({ layer: { permit } }) => (permit && permit.name !== taken ? [`${permit.name} = ${permit.none}`] : []))
  const beside = admits.flatMap(({ layer }) => layer.beside ?? []).map((name) => name + any)
  const lines: Line[] = taken ? [{ text: `const ${taken} = ${expression(first!.acquire)}`, depth, at: admits[0]!.at }] : []
  const declared = [...permits, ...beside, ...(refusal.declares === undefined ? [] : [refusal.declares + any])]
  if (declared.length > 0) lines.push({ text: `let ${declared.join(', ')}`, depth, at: admits[0]?.at ?? at })
  for (const [n, { layer, at }] of admits.entries()) {
    const acquire = expression(layer.acquire)
    const value = !layer.permit ? acquire : layer.permit.name === taken ? taken : `(${layer.permit.name} = ${acquire})`
    lines.push({ text: `${n > 0 ? 'else ' : ''}if (${expression(layer.refused(value))}) ${refusal.says(expression(layer.rejection))}`, depth, at })
  }
  return lines
}

function failedLines(repeat: Placed<Repeating> | undefined, failure: string, inCatch: boolean, leave: Leave, depth: number, at: number): Line[] {
  const giveUp = leave(failure, inCatch)
  return repeat ? linesOf(repeat.layer.failed(failure, giveUp), repeat.at, depth) : linesOf(unblocked(giveUp), at, depth)
}

const line = (text: string): Line => ({ text, depth: 0, at: 0 })

/** Statements that stand where one does. */
export const block = (statements: readonly Line[]): Code =>
  statements.length === 1 ? raw(statements[0]!.text) : { lines: ['{', ...statements.map(({ text, depth }) => '  '.repeat(depth + 1) + text), '}'] }

/** One text inside another. */
export function within<I extends Around>(around: Around, inside: I): I {
  const { before, after, depth } = inside
  return { ...inside, before: [...around.before, ...deeper(before, around.depth)], after: [...deeper(after, around.depth), ...around.after], depth: around.depth + depth }
}
