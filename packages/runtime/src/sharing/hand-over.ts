import type { Instance } from '@resilience4cata/core/run/instance'

/** Two sites are about to be one: gives `to` the capabilities that `from` has and it lacks. */
export function handOver<I extends Instance<any>>(from: I, to: I): void {
  const { capabilities = [] } = to
  const missing = (from.capabilities ?? []).filter((capability) => !capabilities.includes(capability))
  for (const capability of missing) capability(to)
  to.capabilities = [...capabilities, ...missing]
  if (missing.length > 0 && to.options) to.apply(to.options)
}

/** What was written at its site, in comparable form: as it is, where it is wrong. */
export function writtenOf({ normalise, written }: Instance<any>): object {
  try {
    return normalise ? normalise(written) : written
  } catch {
    return written
  }
}
