/**
 * Takes a generated method off the prototype. The function keeps `super` and the class's private names, nobody else can see
 * or override it, and, unlike a private method, it can be called on any `this` (a proxy, a detached call).
 */
export function method({ prototype }, name) {
  const taken = prototype[name]
  delete prototype[name]
  return taken
}
