type Options = Readonly<Record<string, unknown>>

/**
 * The first option in which two come to something else, if there is one: plain values by value, lists element by element, functions and objects of a class by identity.
 * `unsaid`: what holds where one of them says nothing.
 */
export const difference = (one: object, other: object, unsaid?: Options): string | undefined =>
  Object.keys({ ...one, ...other }).find((option) => {
    // a layer is switched on when nobody says anything
    const plain = option === 'enabled' || unsaid?.[option]
    return !same((one as Options)[option] ?? plain, (other as Options)[option] ?? plain)
  })

/** One matcher is the list of it. */
export const same = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (a != null && b != null && (isPlain(a) || isPlain(b)) && difference(partsOf(a), partsOf(b)) === undefined)

const partsOf = (value: unknown): object => (isPlain(value) ? value : [value])

// what an object of a class keeps to itself can't be compared
const isPlain = (value: any): value is object => value.constructor === Object || Array.isArray(value)
