// A place, parameters, what a body is made of and a stack: each combination a function that is protected.
import { ENDS, EXPRESSIONS, PIECES, type Kind, type Need, type Piece } from './bodies.ts'
import { Chance } from './chance.ts'
import { PARAMETERS, type Parameters } from './parameters.ts'
import { PLACES, type Place } from './sites.ts'
import { decoratorsOf, policiesOf, stackOf, type Stack } from './stacks.ts'

export interface Combination {
  readonly number: number
  readonly place: Place
  readonly parameters: Parameters
  readonly pieces: readonly Piece[]
  readonly stack: Stack
  /** Of a module; `§` is replaced already. */
  readonly text: string
}

const KINDS: readonly Kind[] = ['async', 'async', 'async', 'promise', 'sync']

/** Every piece and every end of a body in every place, again and again, each time with other parameters and another stack. */
export function* combinations(count: number, seed: number): Generator<Combination> {
  const chance = new Chance(seed)
  let pairs: (readonly [Place, Piece])[] = []
  for (let number = 0; number < count; number++) {
    if (pairs.length === 0) pairs = chance.shuffled(PLACES.flatMap((place) => (place.expression ? EXPRESSIONS : [...PIECES, ...ENDS]).map((piece) => [place, piece] as const)))
    const pair = pairs.pop()!
    const kind = kindFor(chance, pair)
    if (kind) yield combine(number, ...pair, kind, chance)
    else number--
  }
}

/** `undefined`: the piece can't stand there. */
function kindFor(chance: Chance, [place, piece]: readonly [Place, Piece]): Kind | undefined {
  const possible = KINDS.filter((kind) => fits(piece, place, kind))
  return possible.length > 0 ? chance.pick(possible) : undefined
}

const given = (needs: readonly Need[], { has }: Place, kind: Kind) => needs.every((need) => (need === 'await' ? kind === 'async' : has.includes(need)))
const fits = ({ needs, only }: Piece, place: Place, kind: Kind) => given(needs, place, kind) && (!only || only.includes(kind))

function combine(number: number, place: Place, piece: Piece, kind: Kind, chance: Chance): Combination {
  const parameters = chance.pick(PARAMETERS.filter((each) => given(each.needs, place, kind) && !(place.expression && each.binds) && !(piece.first && !(each.plain && !each.binds))))
  const pieces = place.expression ? [piece] : bodyAround(piece, place, kind, parameters, chance)
  const stack = stackOf(chance, kind)
  const named = place.kind === 'method' && stack.layers.fallback !== undefined && parameters.plain === true && chance.of(2) === 0
  const text = place.text({
    async: kind === 'async' ? 'async ' : '', params: parameters.text, body: place.expression ? piece.text : block(parameters, pieces, chance),
    decorators: decoratorsOf(stack, chance, named).join(chance.pick([' ', '\n  '])), policies: policiesOf(stack),
  })
  const exported = `export const case§ = { call: (module, args) => ${place.call}, args: () => [${parameters.calledWith}], about: (module) => ${place.about} }`
  return { number, place, parameters, pieces, stack, text: `${text}\n${exported}\n`.replaceAll('§', String(number)) }
}

/** One or two pieces, then an end. A directive stands in front, and has no parameters but plain ones. */
function bodyAround(piece: Piece, place: Place, kind: Kind, parameters: Parameters, chance: Chance): Piece[] {
  const isEnd = ENDS.includes(piece)
  const allowed = (each: Piece) => fits(each, place, kind) && !(each.first && !(parameters.plain && !parameters.binds))
  const end = isEnd ? piece : chance.pick(ENDS.filter(allowed))
  const others = chance.of(3) === 0 ? [] : [chance.pick(PIECES.filter(allowed))]
  const all = [...(isEnd ? [] : [piece]), ...others]
  // in a directive's strict function only plain parameters are allowed
  return [...all.filter(({ first }) => first).slice(0, 1).filter(allowed), ...all.filter(({ first }) => !first), end]
}

/** Each piece has names of its own. One of four bodies ends where its last statement does. */
function block({ binds }: Parameters, pieces: readonly Piece[], chance: Chance): string {
  const [head, ...rest] = pieces
  const lines = [...(binds ? [binds] : []), head!.text, ...rest.map(({ text }, i) => (i === rest.length - 1 ? text : `{\n${text}\n}`))]
  const text = lines.map((line) => `    ${line.replaceAll('\n', '\n    ')}`).join('\n')
  const isTight = chance.of(4) === 0 && !/\/\/[^\n]*$/.test(text)
  return isTight ? `{${text.trim()}}` : `{\n${text}\n  }`
}
