import type { Instance } from '@resilience4cata/core/run/instance'

/**
 * Capability of what keeps state and has no name: a module-level site that is entered again with the same id and options of the same text (a hot update, one module in two
 * bundles) goes on with the instance that is there, under what is written now.
 */
export function takeOver<I extends Instance<any>>(instance: I): I | void {
  const { realm, policy, site, written } = instance
  const kept = (realm.kept ??= new Map())
  const at = `${policy} ${site}`
  const earlier = kept.get(at) as I | undefined
  if (!earlier || textOf(earlier) !== textOf(instance)) return void kept.set(at, instance)
  // functions are those of the module that runs now; whoever is under way keeps what holds
  Object.assign(earlier, { written, options: undefined })
  return earlier
}

/** Comparable, unless it can't be: then it is like nothing else. */
function textOf({ written, capabilities }: Instance<any>): unknown {
  try {
    return JSON.stringify([written, capabilities?.length], (_, value: unknown) => (typeof value === 'object' ? value : String(value)))
  } catch {
    return NaN
  }
}
