import type { Capability } from '@resilience4cata/core/run/instance'

/** A sync site uses the instance: options that would make it wait are refused. */
export const sync: Capability = (instance) => { instance.sync = true }
