// `resilient.of(target, methods)`: an object that looks like the target and hands everything on to it, the listed methods through policies.
import { protectedFunction } from './marker.ts'
import type { Rooms } from './place.ts'

export function protectedObject<Target extends object>(target: Target, methods: object, rooms: Rooms): Target {
  const face = Object.create(Object.getPrototypeOf(target) as object | null) as Target
  const listed = methods as Record<string | symbol, unknown>
  for (const [key, descriptor] of membersOf(target)) {
    if (!Object.hasOwn(methods, key)) Object.defineProperty(face, key, forward(target, key, descriptor))
  }
  for (const key of Reflect.ownKeys(methods)) {
    const place = { rooms, id: labelFor(target, key) }
    const value = protectedFunction(listed[key], (target as Record<string | symbol, unknown>)[key], () => place, target)
    const { enumerable = false } = Object.getOwnPropertyDescriptor(target, key) ?? {}
    Object.defineProperty(face, key, { value, writable: true, configurable: true, enumerable })
  }
  return face
}

/** Own and inherited ones, the nearest first; what every object has stays with the prototype. */
function membersOf(target: object): Map<string | symbol, PropertyDescriptor> {
  const members = new Map<string | symbol, PropertyDescriptor>()
  for (let at: object | null = target; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) {
      if (key !== 'constructor' && !members.has(key)) members.set(key, Object.getOwnPropertyDescriptor(at, key)!)
    }
  }
  return members
}

// a method is called on the target, whose private members the face doesn't have
function forward(target: object, key: string | symbol, { enumerable = false, value }: PropertyDescriptor): PropertyDescriptor {
  let method: unknown
  let forwarder: unknown
  const get = (): unknown => {
    const current: unknown = Reflect.get(target, key)
    if (typeof value !== 'function' || typeof current !== 'function') return current
    if (current !== method) [method, forwarder] = [current, (...args: unknown[]) => Reflect.apply(current, target, args)]
    return forwarder
  }
  return { get, set: (next: unknown) => void Reflect.set(target, key, next), enumerable, configurable: true }
}

function labelFor(target: object, key: string | symbol): string {
  const name: unknown = (target as { constructor?: { name?: unknown } }).constructor?.name
  const method = typeof key === 'symbol' ? `[${key.description ?? ''}]` : key
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `${name}.${method}` : method
}
