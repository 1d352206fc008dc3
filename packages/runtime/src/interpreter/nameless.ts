// A site without a label is always its own, so what it is called doesn't tell its mistakes from those of others. They are known by whom they belong to.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'

const HOMES = /*#__PURE__*/ new WeakMap<object, object>()

/** What a site has found: if it is a mistake, it belongs to that site, which is known by its outermost layer. */
export function belonging(found: unknown, home: object | undefined): unknown {
  try {
    if (home && found instanceof ConfigurationError) HOMES.set(found, home)
  } catch {
    // what can't be looked at is none of ours
  }
  return found
}

/** Also of another call of that site. */
export const belongs = (failure: unknown, home: object): boolean => HOMES.get(failure as object) === home
