// `resilient.of(target, methods)`: an object that looks like the target and hands everything on to it, the listed methods through policies.
import { faceOf } from '../given/face.ts'
import { protectedFunction } from './marker.ts'
import type { Rooms } from './place.ts'

export function protectedObject<Target extends object>(target: Target, methods: object, rooms: Rooms): Target {
  const listed = methods as Record<string | symbol, unknown>
  return faceOf(target, Reflect.ownKeys(methods), (key) => {
    const place = { rooms, id: labelFor(target, key) }
    return protectedFunction(listed[key], (target as Record<string | symbol, unknown>)[key], () => place, target)
  })
}

function labelFor(target: object, key: string | symbol): string {
  const name: unknown = (target as { constructor?: { name?: unknown } }).constructor?.name
  const method = typeof key === 'symbol' ? `[${key.description ?? ''}]` : key
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `${name}.${method}` : method
}
