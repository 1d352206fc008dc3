// What the models of the policies have in common. They are written from the description of the policies, with lists where the rooms count and with generators
// for the calls, so that one text serves sync and async sites: whatever has to be waited for is yielded.
import type { Verdict } from '@resilience4cata/core/classifier'
import type { Stop } from './stop.ts'

export interface Call {
  readonly id: number
  readonly stop: Stop | undefined
  /** Attempts made, as the fallback is told. */
  attempts: number
  /** The body begins. */
  readonly admitted?: () => void
}

export type Steps = Generator<unknown, unknown, any>
export type Next = (call: Call) => Steps

export interface World {
  now(): number
  /** Answers with what takes it back. */
  after(ms: number, fire: () => void): () => void
  publish(type: string, facts: object): void
  /** What the classifier says of a value; `'confused'` when it throws. `undefined`: there is none. */
  judge(value: unknown): Verdict | 'confused' | undefined
  /** Nobody gets this value. */
  release(value: unknown): void
  readonly sync: boolean
}

export interface Layer {
  around(next: Next): Next
  /** What a snapshot says. */
  row?(): object
  readonly ops?: Readonly<Record<string, () => void>>
}

/** `offered`: the layer right inside counts attempts. */
export type Policy<Part> = (part: Part, world: World, offered: boolean) => Layer

/** A rejection of our own. */
export class Refusal extends Error {
  constructor(name: string, readonly code: string, facts: object) {
    super(code)
    Object.assign(this, { name }, facts)
  }
}

export const isRefusal = (failure: unknown, ...codes: string[]): boolean => failure instanceof Refusal && codes.includes(failure.code)

export type Outcome = { readonly value: unknown } | { readonly failure: unknown }

export const wordOf = (judgement: Verdict | 'confused' | undefined): string | undefined => (typeof judgement === 'object' ? judgement.verdict : judgement)
export const hintOf = (judgement: Verdict | 'confused' | undefined): number => (typeof judgement === 'object' ? judgement.retryAfterMs ?? 0 : 0)

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
