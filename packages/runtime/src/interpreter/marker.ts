// `resilient(policies, fn)`: the same function, with policies around it.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import type { Body } from '@resilience4cata/core/run/room'
import { markerWithoutFunction } from '@resilience4cata/core/site-faults'
import { decideMode } from './mode.ts'
import { protectedObject } from './of.ts'
import type { Place, Rooms } from './place.ts'
import { planSite } from './plan.ts'
import { flatten, readStack } from './stack.ts'
import { noteMode, wrap } from './wrapper.ts'

/** The door gives it its public type, which knows the policies. */
export interface Marker {
  <Fn>(policies: unknown, fn: Fn): Fn
  of<Target extends object>(target: Target, methods: object): Target
}

export const marker = (rooms: Rooms): Marker =>
  Object.assign(<Fn>(policies: unknown, fn: Fn): Fn => protectedFunction(policies, fn, (name) => ({ rooms, id: name })) as Fn, {
    of: <Target extends object>(target: Target, methods: object) => protectedObject(target, methods, rooms),
  })

/** `place`: where it stands, by the function's own name. `self`: whatever it is called on, the body gets this receiver. */
export function protectedFunction(policies: unknown, fn: unknown, place: (name: string) => Place, self?: object): Body {
  if (typeof fn !== 'function') throw new ConfigurationError(at(place('').id, [markerWithoutFunction(policies, fn)]))
  const body = fn as Body
  const marks = flatten(readStack(policies)), where = place(body.name)
  const run = planSite(marks, where, body)
  const wrapper = wrap(body, (receiver, args) => run(body, self ?? receiver, args))
  const { mode } = decideMode(body, marks.site.mode ?? where.mode)
  noteMode(wrapper, () => mode)
  return wrapper
}
