import type { Instance } from '@resilience4cata/core/run/instance'

/** Gives `to` the capabilities that `from` has and it lacks: they are about to be one. True if there were any. */
export function handOver<I extends Instance<any>>(from: I, to: I): boolean {
  const missing = from.capabilities.filter((capability) => !to.capabilities.includes(capability))
  to.capabilities = [...to.capabilities, ...missing]
  for (const capability of missing) capability(to)
  return missing.length > 0
}

/** What was written at its site, in comparable form: as it is, where it is wrong. */
export function writtenOf(instance: Instance<any>): object {
  try {
    return instance.normalise?.(instance.written) ?? instance.written
  } catch {
    return instance.written
  }
}
