import type { Instance } from '@resilience4cata/core/run/instance'

/** Capability of a site that is evaluated more than once, inside a function or interpreted: one instance for each evaluation, held weakly by the registry. */
export function local(instance: Instance<any>): void {
  instance.local = () => remember((instance.realm.locals ??= new Set()), instance)
}

/** Holds an instance weakly. Looks at two of the others each time, so that the set never has more than about twice what lives. */
export function remember(held: Set<WeakRef<Instance<any>>>, instance: Instance<any>): void {
  for (let i = 0; i < 2; i++) {
    for (const oldest of held) {
      held.delete(oldest)
      if (oldest.deref()) held.add(oldest)
      break
    }
  }
  held.add(new WeakRef(instance))
}
