// What an interpreted site is called: interpreted code has no path, so the label is the part after `#` of the id that compiled code would have.
import type { Body } from '@resilience4cata/core/run/room'

/** What is known of where a method stands; `home` may become known only with the first receiver. */
export interface Standing {
  home: object | undefined
  readonly isStatic: boolean
  /** `#name` for a private one. */
  readonly key: string | symbol
}

export function labelOf({ home, isStatic, key }: Standing): string {
  const owner = isStatic ? home : home?.constructor
  const className = (owner as { readonly name?: unknown } | undefined)?.name
  const method = typeof key === 'symbol' ? `[${key.description ?? ''}]` : key
  return [typeof className === 'string' && className, isStatic && 'static', method].filter(Boolean).join('.')
}

/** The prototype that a receiver has the method from. Another decorator may have replaced the wrapper there; then the name decides. */
export function homeOf(self: unknown, wrapper: Body, { isStatic, key }: Standing): object | undefined {
  if ((typeof self !== 'object' && typeof self !== 'function') || self === null) return undefined
  let named: object | undefined
  const isPrivate = typeof key === 'string' && key.startsWith('#')
  for (let at: object | null = isStatic ? self : Object.getPrototypeOf(self); at; at = Object.getPrototypeOf(at)) {
    if (isPrivate) return at
    const own = Object.getOwnPropertyDescriptor(at, key)
    if (own?.value === wrapper) return at
    if (own) named ??= at
  }
  return named
}
