// How long the other side asks to wait (RFC 9110 §10.2.3): seconds, or a date in one of three forms. The one place where the wall clock is read.

/** What `Headers` and its like have. */
export interface Headers {
  /** The value of a header, whatever the case of its name. */
  get(name: string): unknown
}

/** Milliseconds that `Retry-After` asks to wait, counted from the answer's own `Date` where there is one. `undefined`: no hint, or one that is past or makes no sense. */
export function retryAfterMs(headers: Headers): number | undefined {
  const hint = text(headers.get('retry-after'))
  const ms = SECONDS.test(hint) ? Number(hint) * 1000 : DATE.test(hint) ? timeOf(hint) - sentAt(text(headers.get('date'))) : NaN
  return ms > 0 ? ms : undefined
}

const text = (header: unknown): string => (typeof header === 'string' ? header.trim() : '')

const SECONDS = /^\d+$/
// `Date.parse` takes much more for a date: '-5' is the first of May
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

const sentAt = (date: string): number => (date ? timeOf(date) : Date.now())

// the form without a zone is UTC as well
const timeOf = (date: string): number => Date.parse(date.endsWith('GMT') ? date : `${date} GMT`)
