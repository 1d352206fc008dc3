// What a function is made of that makes its promise itself: admissions that don't wait, a layer that races, and a reaction behind its answer. Other orders of layers
// are woven as an async function around the race.
import { code, expression, raw, type Code } from '@resilience4cata/core/build/code'
import type { Admitting, Answering, Layer, Racing, Repeating, Running } from '@resilience4cata/core/build/template'
import { linesOf, separator, type Line } from './lines.ts'
import { admission, failOf, refusedWith, succeedOf, type Around, type Leave, type Placed, type Wording } from './weave.ts'

interface Parts {
  readonly answering: Placed<Answering> | undefined
  readonly repeat: Placed<Repeating> | undefined
  readonly admits: readonly Placed<Admitting>[]
  readonly race: Placed<Racing | Running>
}

// what the ticket of a race has room for
const MOST_PERMITS = 5

/** Outermost first: an answer, a loop, admissions, and the race. */
export function canBePlain(layers: readonly Layer[]): boolean {
  const { answers = 0, repeats = 0 } = Object.fromEntries(layers.map(({ kind }, i) => [kind, i + 1]))
  const admits = layers.filter((layer) => layer.kind === 'admits')
  const isInOrder = answers <= 1 && repeats <= answers + 1 && layers.every((layer) => layer.kind !== 'repeats' || layer.around)
  const mayStand = admits.every(({ awaits }) => !awaits) && permitsOf(admits).length <= MOST_PERMITS && (layers.at(-1)!.kind === 'races' || admits.length === 0)
  return isInOrder && mayStand
}

export function partsOf(layers: readonly Placed[]): Parts {
  const of = <L extends Layer>(...kinds: string[]) => layers.filter(({ layer }) => kinds.includes(layer.kind)) as unknown as Placed<L>[]
  return { answering: of<Answering>('answers')[0], repeat: of<Repeating>('repeats')[0], admits: of<Admitting>('admits'), race: of<Racing | Running>('races', 'runs')[0]! }
}

const permitsOf = (admits: readonly Admitting[]): string[] => admits.flatMap(({ permit, beside = [] }) => (permit ? [permit.name, ...beside] : []))

/** The admissions of an attempt. `answer` leaves with the promise of the race, where it has one; `refuse` with a refusal. */
export function attemptLines(admits: readonly Placed<Admitting>[], answer: Line | undefined, refuse: Leave, wording: Wording): Around {
  const [first, second] = admits
  const answers = answer ? [answer] : []
  if (!first) return { before: [], after: answers, depth: 0 }
  const { acquire, permit, beside, refused, rejection } = first.layer
  const { at } = first
  if (!second && !beside) {
    const taken = permit ? [{ text: `const ${permit.name} = ${expression(acquire)}`, depth: 0, at }] : []
    const check = { text: `if (${expression(refused(permit ? permit.name : expression(acquire)))}) ${expression(refuse(expression(rejection), false))}`, depth: 0, at }
    return { before: [...taken, check], after: answers, depth: 0 }
  }
  const failure = wording.local('failure')
  return {
    before: [...admission(admits, refusedWith(failure), wording, 0), { text: 'else {', depth: 0, at }],
    after: [{ ...(answer ?? { text: 'return', at }), depth: 1 }, { text: '}', depth: 0, at }, ...failOf(admits, failure), { text: expression(refuse(failure, false)), depth: 0, at }],
    depth: 1,
  }
}

/** `.then(undefined, (failure) => …)`: `attempt` names the function that starts another one. */
export function reactionOf({ answering, repeat }: Parts, attempt: string, attempts: string, { any, local }: Wording): string {
  const failure = local('failure')
  const answer = (count: string) => answering && answering.layer.answer(failure, count)
  if (!repeat) return `.then(undefined, (${failure}${any}) => ${expression(answer(attempts)!)})`
  const count = repeat.layer.attempts
  const giveUp = answering && code`(${failure}${any}, ${count}${any}) => ${expression(answer(count)!)}`
  return `.then(undefined, (${failure}${any}) => ${expression(repeat.layer.around!.again(failure, attempt, giveUp))})`
}

interface Guarded {
  readonly permits: readonly string[]
  readonly reading: Code | undefined
  readonly succeed: Line[]
  readonly outside: string | undefined
}

/** The layers right around a race are told of a success in the frame while nobody has answered, and of all else by the race. `lost`: the condition that another attempt has answered. */
export function guarded(admits: readonly Placed<Admitting>[], race: Racing, lost: string | undefined, { local }: Wording): Guarded {
  const permits = permitsOf(admits.map(({ layer }) => layer))
  const failure = local('failure')
  const drops = [...admits].reverse().flatMap(({ layer, at }) => (layer.drop ? linesOf(layer.drop, at, 0) : []))
  const fails = failOf(admits, failure)
  return {
    permits,
    reading: admits.flatMap(({ layer }) => layer.reading ?? []).at(-1),
    succeed: whileOpen(unless(lost, drops, succeedOf(admits)), race),
    outside: fails.length > 0 ? expression(race.answers(failure, permits, onOneLine(fails), onOneLine(drops), admits.some(({ layer }) => layer.asks))) : undefined,
  }
}

/** What is held is dropped when the condition holds. */
function unless(condition: string | undefined, drops: readonly Line[], lines: readonly Line[]): readonly Line[] {
  const [first] = lines
  if (!first || condition === undefined || onOneLine(drops).lines.join() === onOneLine(lines).lines.join()) return lines
  return [...guard(`if (${condition})`, drops, first.at), ...guard('else', lines, first.at)]
}

function guard(condition: string, lines: readonly Line[], at: number): Line[] {
  if (lines.length === 1) return [{ ...lines[0]!, text: `${condition} ${lines[0]!.text}` }]
  return [{ text: `${condition} {`, depth: 0, at }, ...lines.map((each) => ({ ...each, depth: each.depth + 1 })), { text: '}', depth: 0, at }]
}

const whileOpen = (lines: readonly Line[], { isOpen }: Racing): Line[] => (lines[0] ? guard(`if (${expression(isOpen)})`, lines, lines[0].at) : [])

const onOneLine = (lines: readonly Line[]): Code => raw(lines.map(({ text }, i) => (i === 0 ? '' : separator(lines[i - 1]!.text, text)) + text).join(''))

/** The outcome of an attempt that has lost is no outcome, a value neither: what it holds is dropped. */
export function droppingLost(placed: Placed, scope: string): Placed {
  const { layer } = placed
  if (layer.kind !== 'admits' || !layer.drop || !layer.succeed || expression(layer.drop) === expression(layer.succeed)) return placed
  return { ...placed, layer: { ...layer, succeed: code`if (${scope}.lost) ${layer.drop}\nelse ${layer.succeed}` } }
}
