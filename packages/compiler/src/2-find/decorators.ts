// What decorators say: ours on a method or a class, as a stack; and other people's among them.
import type { CallExpression, Decorator, Expression } from '@babel/types'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { LEADING } from '@resilience4cata/core/layers'
import { orderNotLiteral, policyTwice, unknownInOrder, wrongCount } from '@resilience4cata/core/site-faults'
import { foreignBetween, twice, unreadableArguments } from './faults.ts'
import { layerOf, SITE_DECORATORS } from './names.ts'
import { fromArguments } from './options.ts'
import { isPassive } from './passive.ts'
import { readPolicies, setSiteKey } from './policies.ts'
import type { Evaluated } from '../site.ts'
import type { Reader } from './reader.ts'
import { EMPTY, from, over, type Building, type Stack } from './stack.ts'
import { lastName, span, unwrap } from './syntax.ts'

/** One of ours at its place. */
export type Mark = { readonly decorator: Decorator } & (
  /** `@Retry({ … })`, by the package's name for it. */
  | { readonly kind: 'named'; readonly imported: string }
  /** `@remote` or `@bundle({ … })`, a bundle whose text is at hand. */
  | { readonly kind: 'bundle' }
  /** An ordinary value that is, or may be, made of ours: it stays where it is, and adds its layers when it runs. */
  | { readonly kind: 'value'; readonly why: string }
)

/** What a person would say stands there: `@Retry`, rather than what only concerns the site. */
export function labelOf(marks: readonly Mark[]): string {
  const named = marks.filter((mark) => mark.kind === 'named')
  const shown = named.find((mark) => layerOf(mark.imported)) ?? named[0]
  return shown ? `@${shown.imported}` : spell(marks[0]!.decorator)
}

export interface Decorated {
  readonly stack: Stack
  readonly evaluated: Evaluated
  readonly ours: readonly Decorator[]
  readonly foreign: readonly Decorator[]
  readonly bundles: readonly Expression[]
  /** Those of other people that may do more than note metadata. */
  readonly active: readonly Decorator[]
  /** The first of them below all of ours. */
  readonly below?: Decorator
}

export function readDecorators(reader: Reader, decorators: readonly Decorator[], marks: readonly Mark[], passive: readonly string[]): Decorated {
  const direct: Building = { layers: new Map() }
  let bundled: Stack = EMPTY
  for (const mark of marks) {
    if (mark.kind === 'named') readOne(reader, direct, mark.imported, mark.decorator)
    else if (mark.kind === 'bundle') bundled = over(readPolicies(reader, mark.decorator.expression) ?? EMPTY, bundled)
    else bundled = over({ ...EMPTY, interpreted: mark.why }, bundled)
  }
  const ours = new Set(marks.filter((mark) => mark.kind !== 'value').map((mark) => mark.decorator))
  const active = decorators.filter((d) => !marks.some((mark) => mark.decorator === d) && !isPassive(lastName(d.expression), passive))
  const between = (d: Decorator) => reader.complain(foreignBetween(spell(d)), span(d), labelOf(marks))
  const below = belowOurs(decorators, ours, active, between)
  return {
    stack: over(direct, from(bundled, 'bundle')),
    evaluated: reader.evaluated,
    ours: decorators.filter((d) => ours.has(d)),
    foreign: decorators.filter((d) => !ours.has(d)),
    bundles: marks.filter((mark) => mark.kind === 'bundle').map((mark) => mark.decorator.expression),
    active,
    ...(below && { below }),
  }
}

function readOne(reader: Reader, stack: Building, imported: string, decorator: Decorator): void {
  const call = unwrap(decorator.expression) as CallExpression
  const args = call.arguments.filter((a): a is Expression => a.type !== 'SpreadElement' && a.type !== 'ArgumentPlaceholder')
  const at = span(decorator)
  const label = `@${imported}`
  const layer = layerOf(imported)
  const wrong = wrongArguments(reader, call, imported)
  if (wrong) return reader.complain(wrong, at, label)
  if (layer) {
    if (stack.layers.has(layer)) reader.complain(policyTwice(layer), at, label)
    else stack.layers.set(layer, { layer, at, label, ...fromArguments(reader, layer, args, at, label) })
    return
  }
  const key = SITE_DECORATORS[imported]
  if (!key) return
  if (stack[key]) return reader.complain(twice(label), at, label)
  if (key !== 'order') return setSiteKey(reader, stack, key, args[0]!, label)
  const words = args.map((a) => reader.literal(a)?.value)
  const list = words.find(Array.isArray)
  if (list) reader.complain(unknownInOrder(list), at, label)
  else if (words.some((word) => word === undefined)) reader.complain(orderNotLiteral(), at, label)
  else stack.order = { words: words.map(String), at }
}

/** More or fewer than it takes, or not to be counted. */
function wrongArguments(reader: Reader, { arguments: args }: CallExpression, imported: string): Fault | undefined {
  const layer = layerOf(imported)
  if (SITE_DECORATORS[imported] === 'order') return args.some(({ type }) => type === 'SpreadElement') ? orderNotLiteral() : undefined
  const spread = args.find(({ type }) => type === 'SpreadElement')
  if (spread) return unreadableArguments(reader.text(spread))
  return wrongCount(imported, args.length, layer ? 0 : 1, layer && LEADING[layer] ? 2 : 1)
}

/** Ours on one function are one site whatever their order, so nothing active may stand between; one below all of them is part of what they protect. */
function belowOurs(decorators: readonly Decorator[], ours: ReadonlySet<Decorator>, active: readonly Decorator[], between: (d: Decorator) => void): Decorator | undefined {
  const places = decorators.flatMap((d, i) => (ours.has(d) ? [i] : []))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return undefined
  decorators.slice(first, last).filter((d) => active.includes(d)).forEach(between)
  return decorators.slice(last).find((d) => active.includes(d))
}

/** `@trace`. */
export const spell = (decorator: Decorator): string => `@${lastName(decorator.expression) ?? '(…)'}`
