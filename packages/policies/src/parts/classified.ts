import type { Capability } from '@resilience4cata/core/run/instance'

/** The site has a classifier: what only means something beside one may be configured. */
export const classified: Capability = (instance) => { instance.classified = true }
