type Options = Readonly<Record<string, unknown>>

// what says where options come from, not what they are
const ABOUT = new Set(['name', 'config', 'locked'])

/** The first option in which two come to something else, if there is one: plain values by value, lists element by element, functions by identity. */
export function difference(one: object, other: object): string | undefined {
  const [a, b] = [{ enabled: true, ...one } as Options, { enabled: true, ...other } as Options]
  return Object.keys({ ...a, ...b }).find((option) => !ABOUT.has(option) && !same(a[option], b[option]))
}

/** One matcher is the list of it. */
export function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    const [x, y] = [[a].flat(), [b].flat()]
    return x.length === y.length && x.every((item, i) => same(item, y[i]))
  }
  if (isRecord(a) && isRecord(b)) return Object.keys({ ...a, ...b }).every((key) => same(a[key], b[key]))
  return Object.is(a, b)
}

const isRecord = (value: unknown): value is Options => typeof value === 'object' && value !== null
