import { realm } from '@resilience4cata/core/run/realm'
import type { Body } from '@resilience4cata/core/run/room'
import type { Scope } from '@resilience4cata/core/run/scope'

/** An attempt of a function that is only known at run time: its body may ask for `attemptSignal()`. */
export function invoke(body: Body, self: unknown, args: unknown[], scope?: Scope): any {
  const home = realm()
  const outer = home.attempt
  home.attempt = { scope }
  try {
    return body.apply(self, args)
  } finally {
    home.attempt = outer
  }
}
