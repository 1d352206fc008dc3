import { ARGUMENT_CONSUMED } from './decisions.ts'
import type { Retry } from './runtime.ts'

/**
 * The retry that decides after a failed attempt with these arguments. Where one of them can't serve another attempt (a `Request` whose body is used, a stream that
 * somebody reads) it is one that ends there. Told by their tags, which are the same in every realm; what can't be looked at counts as neither.
 */
export const consumed = (retry: Retry, ...args: unknown[]): Retry =>
  args.some(isConsumed) ? (Object.create(retry, { limit: { value: () => ARGUMENT_CONSUMED } }) as Retry) : retry

function isConsumed(arg: any): unknown {
  try {
    const tag: unknown = typeof arg === 'object' && arg?.[Symbol.toStringTag]
    return tag === 'Request' ? arg.bodyUsed : tag === 'ReadableStream' && arg.locked
  } catch {
    return false
  }
}
