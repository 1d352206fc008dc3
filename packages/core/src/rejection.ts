// Errors of the policies: native, without a stack (it would name only this runtime and cost five times the rest), new for each rejection. `name` and `code`
// are literals on the prototype, so that no minifier changes them; `instanceof` goes by brand, so that two copies or realms agree.
import type { LayerName } from './layers.ts'

const BRAND = Symbol.for('resilience4cata.error')

/** What a policy refuses or ends with, and every mistake in options or configuration. `instanceof` holds across copies of this package and realms. */
export abstract class ResilienceError extends Error {
  /** `R4C_…` for an outcome, `R4C-FAM-NNN` for a mistake. */
  declare readonly code: string
  /** Which policy: `'retry'`, `'circuitBreaker'` … */
  declare readonly policy: LayerName
  /** The id of its instance: a `name`, or the place in the source. */
  declare readonly instanceId: string
  /** Milliseconds after which another try makes sense, where the policy knows. */
  declare readonly retryAfterMs?: number

  static override [Symbol.hasInstance](this: { prototype: object }, value: unknown): boolean {
    const { prototype } = this as { prototype: { [BRAND]?: string } }
    // a user's own subclass keeps the ordinary rule
    return super[Symbol.hasInstance](value) || (isOurs(value) && (prototype === ResilienceError.prototype || (Object.hasOwn(prototype, BRAND) && (value as { [BRAND]?: string })[BRAND] === prototype[BRAND])))
  }
}

/** `ErrorOptions` in its own words: libraries older than ours don't have it, and people check published types under them. */
export type Spelled<Args extends unknown[]> = Args extends [message?: string | undefined, options?: object | undefined] ? [message?: string | undefined, options?: { cause?: unknown } | undefined] : Args

/** A class without the statics that `Error` has on some hosts only: they must not get into published types. */
export interface Branded<I extends ResilienceError, Args extends unknown[]> {
  new (...args: Args): I
  readonly prototype: I
}

/** Puts a class's literals where no minifier reaches them. */
export function brand<I extends ResilienceError, Args extends unknown[]>(Class: new (...args: Args) => I, name: string, code: string, policy?: LayerName): Branded<I, Spelled<Args>> {
  Object.assign(Class.prototype as object, { name, code, [BRAND]: code, policy })
  return Class as Branded<I, unknown[]> as Branded<I, Spelled<Args>>
}

export const isOurs = (value: unknown): value is ResilienceError => BRAND in Object(value)
