// One state per policy and id in the whole program, also with several bundles or copies of this package.

const KEY = Symbol.for('resilience4cata.floor')

export function instance(policy, id, create) {
  const all = (globalThis[KEY] ??= new Map()), key = policy + id
  let found = all.get(key)
  if (found === undefined) all.set(key, (found = create()))
  return found
}
