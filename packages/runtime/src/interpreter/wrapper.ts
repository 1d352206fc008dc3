// The function that stands in place of the user's: the same to look at, and neither a constructor nor enumerable in any way that the other wasn't.
import type { Body } from '@resilience4cata/core/run/room'
import type { Mode } from './mode.ts'

type Call = (self: unknown, args: unknown[]) => unknown

export function wrap(original: Body, call: Call): Body {
  // a method: `new` on it fails, as on the methods and arrows that it stands for
  const { wrapper } = { wrapper(this: unknown, ...args: unknown[]): unknown { return call(this, args) } }
  return dress(original, wrapper)
}

export function dress(original: Body, wrapper: Body): Body {
  for (const key of Reflect.ownKeys(original)) {
    const own = Object.getOwnPropertyDescriptor(original, key)!
    if (key !== 'prototype' && key !== 'caller' && key !== 'arguments') Object.defineProperty(wrapper, key, own)
  }
  copyMetadata(original, wrapper)
  return wrapper
}

interface Metadata {
  getOwnMetadataKeys?(target: object): unknown[]
  getOwnMetadata?(key: unknown, target: object): unknown
  defineMetadata?(key: unknown, value: unknown, target: object): void
}

// reflect-metadata keeps what decorators note beside the function, not on it
function copyMetadata(from: object, to: object): void {
  const metadata = Reflect as Metadata
  for (const key of metadata.getOwnMetadataKeys?.(from) ?? []) metadata.defineMetadata!(key, metadata.getOwnMetadata!(key, from), to)
}

const MODES = /*#__PURE__*/ new WeakMap<object, () => Mode | undefined>()

/** A wrapper isn't an AsyncFunction: whether it is async is known by who made it. */
export const noteMode = (wrapper: Body, mode: () => Mode | undefined): void => void MODES.set(wrapper, mode)

export const modeOfWrapper = (fn: unknown): Mode | undefined => (typeof fn === 'function' ? MODES.get(fn)?.() : undefined)
