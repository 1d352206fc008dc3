// What generated code calls for a site that it doesn't spell out: the interpreted form, with the id that the compiler has found.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import type { Body } from '@resilience4cata/core/run/room'
import { notOnField } from '@resilience4cata/core/site-faults'
import type { Decorator } from './decorator-types.ts'
import { decoratorOf, type Contribute } from './decorators.ts'
import { protectedFunction } from './marker.ts'
import { MarkedMethod, recordOf } from './method.ts'
import type { Mode } from './mode.ts'
import type { Rooms } from './place.ts'
import { readStack } from './stack.ts'

/** Policies as generated code writes them: with `{ method }` for a fallback by name, and the bundles of the site, weakest first. */
export interface CompiledPolicies { readonly bundles?: readonly unknown[]; readonly [policy: string]: unknown }

/** A marker, and what its text shows. */
export const interpreting = (rooms: Rooms) =>
  <Fn>(site: string, policies: CompiledPolicies, fn: Fn, { moduleLevel = false, mode }: { readonly moduleLevel?: boolean; readonly mode?: Mode } = {}): Fn =>
    protectedFunction(stackOf(policies), fn, () => ({ rooms, id: site, moduleLevel, mode, compiled: true })) as Fn

/** A method of a class that is being defined: `static { protect(this.prototype, 'price', …) }`. */
export const protecting = (rooms: Rooms) => (target: object, key: string | symbol, site: string, policies: CompiledPolicies): void => {
  const descriptor = Object.getOwnPropertyDescriptor(target, key)
  const value: unknown = descriptor?.value
  if (typeof value !== 'function') throw new ConfigurationError(at(site, [notOnField('an accessor')]))
  const method = recordOf(value) ?? new MarkedMethod(rooms, value as Body, { home: target, isStatic: typeof target === 'function', key })
  contribution(site, policies)(method)
  Object.defineProperty(target, key, { ...descriptor, value: method.wrapper })
}

/** The same as a decorator, standard or legacy, where the method can't be reached by name. */
export const guarding = (rooms: Rooms) => (site: string, policies: CompiledPolicies): Decorator => decoratorOf(rooms, contribution(site, policies))

function contribution(site: string, policies: CompiledPolicies): Contribute {
  const { bundled, direct } = readStack(stackOf(policies))
  return (marked) => {
    if (marked instanceof MarkedMethod) marked.id = site
    for (const marks of [...bundled].reverse()) marked.add(marks, true)
    for (const marks of direct) marked.add(marks, false)
  }
}

const stackOf = ({ bundles = [], ...policies }: CompiledPolicies): readonly unknown[] => [...bundles, policies]
