// Errors of the policies: native, without a stack (it would name only this runtime and cost five times the rest), new for each rejection. `name` and `code`
// are literals on the prototype, so that no minifier changes them; `instanceof` goes by brand, so that two copies or realms agree (SEMANTICS §6).
import type { LayerName } from './layers.ts'

const BRAND = Symbol.for('resilience4cata.error')

export abstract class ResilienceError extends Error {
  /** `R4C_…` for an outcome, `R4C-FAM-NNN` for a mistake. */
  declare readonly code: string
  declare readonly policy: LayerName
  declare readonly instanceId: string
  /** Milliseconds after which another try makes sense, where the policy knows. */
  declare readonly retryAfterMs?: number

  static override [Symbol.hasInstance](this: { prototype: object }, value: unknown): boolean {
    // a user's own subclass keeps the ordinary rule
    if (!Object.hasOwn(this.prototype, BRAND)) return Object.prototype.isPrototypeOf.call(this.prototype, value as object)
    const brand = typeof value === 'object' && value !== null ? (value as { [BRAND]?: string })[BRAND] : undefined
    const own = (this.prototype as { [BRAND]?: string })[BRAND]
    return brand !== undefined && (own === '' || own === brand)
  }
}
Object.defineProperty(ResilienceError.prototype, BRAND, { value: '' })

/** Puts a class's literals where no minifier reaches them. */
export function brand<C extends { prototype: ResilienceError }>(Class: C, name: string, code: string, policy?: LayerName): C {
  Object.assign(Class.prototype, { name, code, ...(policy && { policy }) })
  Object.defineProperty(Class.prototype, BRAND, { value: code })
  return Class
}

export const isOurs = (value: unknown): value is ResilienceError => typeof value === 'object' && value !== null && BRAND in value
