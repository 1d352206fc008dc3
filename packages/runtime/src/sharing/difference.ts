type Options = Readonly<Record<string, unknown>>

/** The first option in which two come to something else, if there is one: plain values by value, lists element by element, functions by identity. */
export const difference = (one: object, other: object): string | undefined => {
  const [a, b] = [one as Options, other as Options]
  return Object.keys({ ...a, ...b }).find((option) => !same(a[option] ?? unsaid(option), b[option] ?? unsaid(option)))
}

/** One matcher is the list of it. */
export function same(a: unknown, b: unknown): boolean {
  if (a !== undefined && b !== undefined && Array.isArray(a) !== Array.isArray(b)) return same([a].flat(), [b].flat())
  return Object.is(a, b) || (isObject(a) && isObject(b) && difference(a, b) === undefined)
}

// a layer is switched on when nobody says anything
const unsaid = (option: string) => (option === 'enabled' ? true : undefined)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
