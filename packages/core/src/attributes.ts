// How an option is described once: the compiler checks literals by it, configuration checks values by it, the README's table is compared with it.

interface Described {
  /** Raised when the value is out of its range. */
  readonly code: string
  /** What to do when it is broken: the note below the message. */
  readonly note?: string
  /** The export of `/generated` that must be in the program before the option can do anything but its default. */
  readonly capability?: string
  /** It is needed above this value only. */
  readonly above?: number
  /** It needs text at the site, so it must be written there to be configurable. */
  readonly text?: true
  readonly required?: true
  /** It is the site's own: configuration can't give another one. */
  readonly fixed?: true
  /** What holds where nobody says anything, if that is no `default`: it depends on the other options, or excludes one of them. */
  readonly implied?: (options: Readonly<Record<string, any>>) => unknown
}
interface Ranged extends Described {
  readonly min: number
  readonly max: number
  /** `min` itself is out of range. */
  readonly open?: true
  /** `max` itself is out of range. */
  readonly openMax?: true
  /** The least value in configuration, where a running instance may have what can't be written: 0 closes it. */
  readonly configuredMin?: number
  readonly default?: number | undefined
}
export interface DurationAttribute extends Ranged { readonly kind: 'duration' }
/** A whole number. */
export interface CountAttribute extends Ranged { readonly kind: 'count' }
export interface NumberAttribute extends Ranged { readonly kind: 'number' }
export interface FlagAttribute extends Described { readonly kind: 'flag'; readonly default: boolean }
export interface WordAttribute extends Described { readonly kind: 'word'; readonly words: readonly string[]; readonly default: string }
/** One matcher or a list of them. Its name ends with `On`. */
export interface ListAttribute extends Described { readonly kind: 'list'; readonly default: string | readonly string[] | undefined }
export interface FunctionAttribute extends Described { readonly kind: 'function'; readonly default?: undefined }
/** A function, or an object of functions: a classifier. */
export interface ClassifierAttribute extends Described { readonly kind: 'classifier'; readonly default?: undefined }
export interface TextAttribute extends Described { readonly kind: 'text'; readonly default?: undefined }

export type Attribute =
  | DurationAttribute | CountAttribute | NumberAttribute | FlagAttribute
  | WordAttribute | ListAttribute | FunctionAttribute | ClassifierAttribute | TextAttribute

export type Table = Readonly<Record<string, Attribute>>
/** A table that has exactly the options of an interface. */
export type TableOf<Options> = { readonly [Option in keyof Required<Options>]: Attribute }

/** What holds beside these options where they say nothing. It isn't put among them: an option that is said may contradict another one, or ask for code. */
export const unsaid = (table: Table, options: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(table).map(([option, attribute]) => [option, attribute.implied?.(options) ?? ('default' in attribute ? attribute.default : undefined)]))

type Rest<A extends Described> = Omit<A, 'kind' | 'code'> & { readonly code?: string }

export const duration = (d: Rest<DurationAttribute>): DurationAttribute => ({ kind: 'duration', code: 'R4C-ATR-010', ...d })
export const count = (d: Rest<CountAttribute>): CountAttribute => ({ kind: 'count', code: 'R4C-ATR-010', ...d })
export const number = (d: Rest<NumberAttribute>): NumberAttribute => ({ kind: 'number', code: 'R4C-ATR-010', ...d })
export const flag = (d: Rest<FlagAttribute>): FlagAttribute => ({ kind: 'flag', code: 'R4C-ATR-012', ...d })
export const word = (d: Rest<WordAttribute>): WordAttribute => ({ kind: 'word', code: 'R4C-ATR-011', ...d })
export const list = (d: Rest<ListAttribute>): ListAttribute => ({ kind: 'list', code: 'R4C-ATR-012', ...d })
export const fn = (d: Rest<FunctionAttribute> = {}): FunctionAttribute => ({ kind: 'function', code: 'R4C-ATR-012', ...d })
export const classifier = (d: Rest<ClassifierAttribute> = {}): ClassifierAttribute => ({ kind: 'classifier', code: 'R4C-ATR-012', ...d })
export const text = (d: Rest<TextAttribute> = {}): TextAttribute => ({ kind: 'text', code: 'R4C-ATR-012', ...d })

/** What every policy but Fallback takes besides its own options. */
export const COMMON = {
  name: text({ fixed: true }),
  config: text(),
  enabled: flag({ default: true, code: 'R4C-ATR-006' }),
  locked: flag({ default: false }),
} satisfies Table

/** Options that every policy but Fallback takes besides its own. */
export interface CommonOptions {
  /** The instance's name, meant to be shared: the same name is the same instance. Default: an id of its own, from the source path. Two sites of one name need equal options (R4C-REG-008). */
  readonly name?: string
  /** A named configuration (`configs.<config>` in `registry.configure`) below the written options. Unknown: R4C-REG-004. */
  readonly config?: string
  /** Default `true`. A written `false` takes the layer out for good; otherwise configuration may switch it off. Neither true nor false: R4C-ATR-006. */
  readonly enabled?: boolean
  /** Default `false`. `true`: what is written here wins over every configuration; ignored overrides are reported with R4C-CFG-014. */
  readonly locked?: boolean
}
