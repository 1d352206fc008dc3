import type { Instance } from '@resilience4cata/core/run/instance'

/** Two sites are about to be one: gives `to` the capabilities that `from` has and it lacks. Both are furnished. */
export function handOver<I extends Instance<any>>(from: I, to: I): void {
  for (const capability of from.capabilities!) {
    if (to.capabilities!.includes(capability)) continue
    to.capabilities = [...to.capabilities!, capability]
    capability(to)
    if (to.options) to.apply(to.options)
  }
}
