import type { Instance } from '@resilience4cata/core/run/instance'

/** Two sites are about to be one: gives `to` the capabilities that `from` has and it lacks. Both are furnished. */
export function handOver<I extends Instance<any>>(from: I, to: I): void {
  const missing = from.capabilities!.filter((capability) => !to.capabilities!.includes(capability))
  for (const capability of missing) capability(to)
  to.capabilities = [...to.capabilities!, ...missing]
  if (missing.length > 0 && to.options) to.apply(to.options)
}
