import type { Capability } from '@resilience4cata/core/run/instance'

/** Capability of a layer that takes no name of its own: it is called by its site's. What is no name is refused with the options of the others. */
export const called = (name: unknown): Capability => (instance) => {
  if (typeof name === 'string' && name) instance.id = name
}
