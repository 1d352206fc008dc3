import type { Instance } from '@resilience4cata/core/run/instance'
import { sweep } from './sweep.ts'

/** Capability of a site that is evaluated more than once, inside a function or interpreted: one instance for each evaluation. */
export function local(instance: Instance<any>): void {
  instance.local = true
  sweep(instance.realm)
}
