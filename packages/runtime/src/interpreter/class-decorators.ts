// On a class a decorator means every own, public method on its prototype that is async by nature or by a mode, isn't named as a fallback of the class and has
// none of that policy itself. Everything else is left alone.
import type { Body } from '@resilience4cata/core/run/room'
import type { Contribute } from './decorators.ts'
import { MarkedClass, MarkedMethod, recordOf } from './method.ts'
import { isAsync } from './mode.ts'
import type { Rooms } from './place.ts'

const CLASSES = /*#__PURE__*/ new WeakMap<Function, MarkedClass>()

export function decorateClass(rooms: Rooms, contribute: Contribute, target: Function): void {
  let marked = CLASSES.get(target)
  if (!marked) CLASSES.set(target, (marked = new MarkedClass()))
  contribute(marked)
  for (const method of reached(rooms, target.prototype as object)) method.joinClass(marked)
}

function* reached(rooms: Rooms, home: object): Iterable<MarkedMethod> {
  for (const key of Reflect.ownKeys(home)) {
    const descriptor = Object.getOwnPropertyDescriptor(home, key)!
    const value: unknown = descriptor.value
    const record = recordOf(value)
    if (record) {
      record.standing.home = home
      yield record
    } else if (isAsync(value) && descriptor.configurable) {
      const method = new MarkedMethod(rooms, value as Body, { home, isStatic: false, key })
      Object.defineProperty(home, key, { ...descriptor, value: method.wrapper })
      yield method
    }
  }
}
