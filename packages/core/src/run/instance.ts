// One policy of one site at run time. A room extends it with state and decisions; generated code holds it in a const and calls it directly.
import type { CommonOptions } from '../attributes.ts'
import type { LayerName } from '../layers.ts'
import type { Keys } from './keys.ts'
import { realm, type Realm } from './realm.ts'

/** A part of a room that only some programs need. May answer with another instance that is to be used instead. Several are one (`furnished`). */
export type Capability<I extends Instance<any> = any> = (instance: I) => I | void

// apart, since every layer of every call asks `ready`: engines put a function of few words into its callers
const resolve = <Options extends object>(instance: Instance<Options>): Options =>
  (instance.realm.kit?.settle(instance) as Options | undefined) ?? instance.apply({ ...instance.defaults, ...instance.written })

// What few instances have is declared without a value: each initialiser would be in every bundle.
export abstract class Instance<Options extends object = object> {
  /** Resolved options; none until first use, and none while they can't be resolved. */
  declare options: Options | undefined
  /** Set while somebody listens; what it is called with is the room's affair (`events.ts`). */
  declare tell: ((...facts: never[]) => void) | undefined
  /** Checks written options that the compiler couldn't read (`checkWritten`). */
  declare normalise: ((written: object) => object) | undefined
  /** What was written at its site in comparable form, where that takes `normalise`: as it is, where it is wrong. */
  declare comparable: (() => object) | undefined
  /** What holds where its options say nothing, for comparing: where the program has the table of its policy. The leader of a name has it when one of its sites has. */
  declare unsaid: Readonly<Record<string, unknown>> | undefined
  /** It isn't module-level: one for each evaluation of its site (`local`). */
  declare local: boolean | undefined
  /** Its site shares another one's name and was written differently: they must come to the same configuration (R4C-REG-008). It never acts. */
  declare rival: boolean | undefined
  /** Where `key` may be written: the instances that act in this one's place, under its configuration. */
  declare keys: Keys | undefined
  /** It is one of those: whose configuration it has. */
  declare parent: Instance<any> | undefined
  /** What it is furnished with. */
  declare capabilities: readonly Capability[] | undefined
  /** A sync site uses it: configuration that would make it wait is refused. */
  declare sync: boolean | undefined
  /** Its site has a classifier. */
  declare classified: boolean | undefined
  declare realm: Realm
  declare readonly site: string
  /** Its name, or its site. */
  declare id: string
  /** Replaced only by a later evaluation of the same site. */
  declare written: Partial<Options> & CommonOptions

  abstract readonly policy: LayerName
  abstract readonly defaults: Options

  /** `site`: `<package>:<path>#<name path>`, or an interpreted site's label. Written options are read once, here. */
  constructor(site: string, written?: (Partial<Options> & CommonOptions) | undefined) {
    this.realm = realm()
    this.id = this.site = site
    this.written = { ...written } as Partial<Options> & CommonOptions
  }

  /** The options, resolved at first use. Throws `ConfigurationError` as long as they are wrong: before any layer acts. */
  ready(): Options { return (this.options ??= resolve(this)) }

  /** New options are about to hold: brings the state along, and answers with them. */
  apply(options: Options): Options { return options }
}

/** Every factory ends here: furnishes the instance, then enters it into its realm. No clock, timer or random number. */
export const enter = <I extends Instance<any>>(instance: I, furnish?: Capability<I>): I =>
  furnish?.(instance) ?? (instance.realm.entered.push(new WeakRef(instance)), instance)

/**
 * Written options that are only known at run time: checked before anybody sees them. With a kit, what holds is more than what is written, and it checks all of that
 * itself; `check` is for when there is none.
 */
export function checkWritten(instance: Instance<any>, normalise: (written: object) => object, check?: (options: object) => void): void {
  const { apply } = instance
  instance.normalise = normalise
  instance.comparable = comparable
  instance.apply = (options) => {
    if (!instance.realm.kit) {
      Object.assign(options, normalise(instance.written))
      check?.(options)
    }
    return apply.call(instance, options)
  }
}

function comparable(this: Instance<any>): object {
  try {
    return this.normalise!(this.written)
  } catch {
    return this.written
  }
}

/** A capability's share of `apply`. */
export function onApply<Options extends object>(instance: Instance<Options>, share: (options: Options) => void): void {
  const { apply } = instance
  instance.apply = (options) => {
    apply.call(instance, options)
    share(options)
    return options
  }
}
