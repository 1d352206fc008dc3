/**
 * Whether an argument of a failed attempt (`place` 0 is its outcome) can't serve another one: a `Request` whose body is used, a stream that somebody reads. Told by
 * their tags, which are the same in every realm; what can't be looked at counts as neither.
 */
export function isConsumed(arg: any, place: number): unknown {
  try {
    const tag: unknown = place && arg[Symbol.toStringTag]
    return tag === 'Request' ? arg.bodyUsed : tag === 'ReadableStream' && arg.locked
  } catch {}
  return undefined
}
