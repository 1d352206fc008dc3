import type { Capability } from './instance.ts'

/** The capabilities of one layer, as the one that its factory takes. The first that answers with another instance is the last. */
export const furnished = (...capabilities: readonly Capability[]): Capability => (instance) => {
  instance.capabilities = capabilities
  for (const capability of capabilities) {
    const other = capability(instance)
    if (other) return other
  }
  return undefined
}
