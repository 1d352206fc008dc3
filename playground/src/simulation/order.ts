// What the page asks of the worker, and what it gets back.
import type { Schedule } from './schedule.ts'

export interface Order {
  /** The output, as the page shows it: TypeScript. */
  readonly code: string
  readonly decorators: 'standard' | 'legacy'
  /** A site's path: `PriceClient.price`, `load`. */
  readonly target: string
  /** What each call is given: expressions, by commas; `call` is its number, from 1. */
  readonly args: string
  readonly faults: Schedule
  /** Milliseconds from one call to the next. */
  readonly every: number
}

/** A call as its caller sees it, or a request as the other side sees it. Milliseconds on the virtual clock. */
export interface Span {
  readonly start: number
  /** Where it still runs when the time is up: the end of the time. */
  end: number
  outcome: 'answered' | 'failed' | 'running'
  /** The answer or the failure, in a few words. */
  says: string
}

/** An event of a layer. */
export interface Happening {
  readonly at: number
  /** `retry.retrying` */
  readonly type: string
  readonly instance: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface Ran {
  readonly calls: readonly Span[]
  readonly requests: readonly Span[]
  readonly happenings: readonly Happening[]
}

/** What the worker answers. */
export type Reply = { readonly ran: Ran } | { readonly mistake: string }
