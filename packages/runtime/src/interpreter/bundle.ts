import type { Decorator } from './decorator-types.ts'
import { decoratorOf } from './decorators.ts'
import type { Rooms } from './place.ts'
import { asBundle, flatten, readStack } from './stack.ts'

declare const kind: unique symbol

/** A reusable stack of policies: a decorator, and what may stand in place of policies. `Policies` is what is written in it. */
export interface Bundle<Policies = object> extends Decorator { readonly [kind]: Policies }

/** `bundle(policies)`: a stack to be used by many. The options are read once, here; instances are made at each site that uses it. */
export const bundles = (rooms: Rooms) => (policies: unknown): Bundle => {
  const marks = flatten(readStack(policies))
  return asBundle(decoratorOf(rooms, (marked) => marked.add(marks, true)), marks) as Bundle
}
