/** An object that looks like the target and hands everything on to it, but for the members that are made for it. */
export function faceOf<Target extends object>(target: Target, keys: readonly (string | symbol)[], member: (key: string | symbol) => unknown): Target {
  const face = Object.create(Object.getPrototypeOf(target) as object | null) as Target
  for (const [key, descriptor] of membersOf(target)) {
    if (!keys.includes(key)) Object.defineProperty(face, key, forward(target, key, descriptor))
  }
  for (const key of keys) {
    const value = member(key)
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
