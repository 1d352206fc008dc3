// What the models of the policies have in common. They are written from the description of the policies, with lists where the rooms count and with generators
// for the calls, so that one text serves sync and async sites: whatever has to be waited for is yielded.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Stop } from './stop.ts'

export interface Call {
  readonly id: number
  /** Which of the program's sites is called. */
  readonly site: number
  readonly stop: Stop | undefined
  /** Attempts made, as the fallback is told. */
  attempts: number
  /** The body begins. */
  readonly admitted?: () => void
  /** What the site's classifier has said, and of which outcome. */
  said?: { readonly outcome: Outcome; readonly judgement: Judgement | undefined } | undefined
}

export type Steps = Generator<unknown, unknown, any>
export type Next = (call: Call) => Steps

export interface World {
  now(): number
  /** Answers with what takes it back. */
  after(ms: number, fire: () => void): () => void
  /** When all is done that can be done now. */
  defer(fire: () => void): void
  publish(type: string, facts: object): void
  /** What the layer's own classifier says, or else the site's has said, of an outcome; `'confused'` when it has thrown. `undefined`: nothing. */
  judge(call: Call, outcome: Outcome): Judgement | undefined
  /** Nobody gets this value. */
  release(value: unknown): void
  readonly sync: boolean
}

export interface Layer {
  around(next: Next): Next
  /** What a snapshot says. */
  row?(): object
  readonly ops?: Readonly<Record<string, () => void>>
  /** These options hold from now on. */
  configure(changed: any): void
}

/** `offered`: the layer right inside counts attempts. */
export type Policy<Part> = (part: Part & { readonly enabled?: boolean }, world: World, offered: boolean) => Layer

/** A rejection of our own. */
export class Refusal extends Error {
  constructor(name: string, readonly code: string, facts: object) {
    super(code)
    Object.assign(this, { name }, facts)
  }
}

export const isRefusal = (failure: unknown, ...codes: string[]): boolean => failure instanceof Refusal && codes.includes(failure.code)

export type Outcome = { readonly value: unknown } | { readonly failure: unknown }

export const wordOf = (judgement: Judgement | undefined): string | undefined => (typeof judgement === 'object' ? judgement.verdict : judgement)
export const hintOf = (judgement: Judgement | undefined): number => (typeof judgement === 'object' ? judgement.retryAfterMs ?? 0 : 0)
/** Another attempt may make it good. */
export const isRejected = (judgement: Judgement | undefined): boolean => ['failure', 'overload'].includes(wordOf(judgement)!)

/** Whether it is this very outcome. */
export const isSame = (one: Outcome, other: Outcome): boolean =>
  'failure' in one ? 'failure' in other && Object.is(one.failure, other.failure) : 'value' in other && Object.is(one.value, other.value)

const FATAL = ['ReferenceError', 'RangeError', 'InternalError', 'AssertionError', 'ERR_ASSERTION']

/** One of a list such as `['exception', 'E_BUSY']`. */
export function isAmong(list: readonly string[], failure: any): boolean {
  const words = [failure?.name, failure?.code]
  return list.some((entry) => entry === 'throwable' || words.includes(entry) || (entry === 'exception' && !FATAL.some((fatal) => words.includes(fatal))))
}

/** What chance always says: the middle, from which end one may count. */
export const CHANCE = 0.5

/** What chance leaves of a time. */
export const spread = (ms: number, jitter: 'full' | 'equal' | 'none'): number => (jitter === 'none' ? ms : jitter === 'equal' ? ms * 0.75 : ms * CHANCE)
