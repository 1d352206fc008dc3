// One policy of one site at run time. A room extends it with state and decisions; generated code holds it in a const and calls it directly.
import type { CommonOptions } from '../attributes.ts'
import type { LayerName } from '../layers.ts'
import { realm, type Realm } from './realm.ts'

/** A part of a room that only some programs need, handed to the factory by generated code. May answer with another instance that is to be used instead. */
export type Capability<I extends Instance<any> = any> = (instance: I) => I | void

// What few instances have is declared without a value: each initialiser would be in every bundle.
export abstract class Instance<Options extends object = object> {
  /** Resolved options; none until first use, and none while they can't be resolved. */
  options: Options | undefined = undefined
  /** Set while somebody listens; what it is called with is the room's affair (`events.ts`). */
  tell: ((...facts: never[]) => void) | undefined = undefined
  /** Checks written options that the compiler couldn't read (`checked`). */
  declare normalise: ((written: object) => object) | undefined
  /** Enters an instance that isn't module-level: weakly, one for each evaluation of its site (`local`). Called when no capability has put another in its place. */
  declare local: (() => void) | undefined
  /** What the factory was handed. */
  declare capabilities: readonly Capability[]
  /** A sync site uses it: configuration that would make it wait is refused. */
  declare sync: boolean | undefined
  /** Its site has a classifier. */
  declare classified: boolean | undefined
  realm: Realm = realm()
  /** Replaced only by a later evaluation of the same site. */
  written: Partial<Options> & CommonOptions

  abstract readonly policy: LayerName
  abstract readonly defaults: Options

  /** `site`: `<package>:<path>#<name path>`, or an interpreted site's label. Written options are read once, here. */
  constructor(readonly site: string, written?: (Partial<Options> & CommonOptions) | undefined) {
    this.written = { ...written } as Partial<Options> & CommonOptions
  }

  get id(): string { return this.written.name ?? this.site }

  /** The options, resolved at first use. Throws `ConfigurationError` as long as they are wrong: before any layer acts. */
  ready(): Options { return this.options ?? this.resolve() }

  resolve(): Options {
    const { kit } = this.realm
    const options = (kit ? kit.resolve(this) : { ...this.defaults, ...(this.normalise ? this.normalise(this.written) : this.written) }) as Options
    this.apply(options)
    return (this.options = options)
  }

  /** New options are about to hold: bring the state along. */
  apply(_options: Options): void {}
}

/** Every factory ends here: hands out capabilities, then enters the instance into its realm. No clock, timer or random number. */
export function enter<I extends Instance<any>>(instance: I, capabilities: readonly Capability<I>[]): I {
  instance.capabilities = capabilities
  for (const capability of capabilities) {
    const other = capability(instance)
    if (other) return other
  }
  const { realm } = instance
  if (instance.local) instance.local()
  else {
    const at = `${instance.policy} ${instance.site}`
    const earlier = realm.entered.get(at)
    // still called by whoever holds it (an earlier version of the module, another site of the same path), so still configured
    if (earlier) (realm.replaced ??= new Set()).add(new WeakRef(earlier))
    realm.entered.set(at, instance)
  }
  realm.kit?.entered(instance)
  return instance
}
