import type { Failed } from './runtime.ts'

/**
 * Whether an argument of a failed attempt can't serve another one: a `Request` whose body is used, a stream that somebody reads. Told by their tags, which are the same
 * in every realm; what can't be looked at counts as neither. `tag`: first its place, of which 0 is the outcome. Written where it is called, the question is one that
 * engines put in place; by its name it isn't.
 */
export const isAnyConsumed = (failed: Failed): boolean =>
  failed.some((arg: any, tag: unknown) => {
    try {
      tag &&= arg[Symbol.toStringTag]
      return tag === 'Request' ? arg.bodyUsed : tag === 'ReadableStream' && arg.locked
    } catch {}
    return undefined
  })
