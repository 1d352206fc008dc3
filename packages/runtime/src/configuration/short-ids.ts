import type { Instance } from '@resilience4cata/core/run/instance'
import { settleSites, type Realm } from '@resilience4cata/core/run/realm'
import { shortOf } from './members.ts'

/**
 * Whether the short form of an instance's id means another one as well. It is asked at the first use of each that is configured by its short form, and there may be thousands
 * (a site inside a function), so what was seen is noted, and only who came since is looked at.
 */
export class ShortIds {
  readonly #realm: Realm
  /** By policy and short form: every id that it has stood for. Whose instances are all gone is found out where it matters. */
  readonly #ids = new Map<string, Set<string>>()
  /** How far this list was looked at. Who takes the dead out of it makes another one. */
  #list: Realm['entered'] = []
  #seen = 0

  constructor(realm: Realm) { this.#realm = realm }

  isAmbiguous({ policy, id }: Instance<any>): boolean {
    this.#lookOn()
    const short = shortOf(id)
    if ((this.#ids.get(`${policy} ${short}`)?.size ?? 0) < 2) return false
    return this.#list.some((reference) => {
      const other = reference.deref()
      return other && !other.rival && other.policy === policy && other.id !== id && shortOf(other.id) === short
    })
  }

  #lookOn(): void {
    settleSites(this.#realm)
    const { entered } = this.#realm
    if (entered !== this.#list) {
      this.#ids.clear()
      this.#list = entered
      this.#seen = 0
    }
    for (; this.#seen < entered.length; this.#seen++) this.#note(entered[this.#seen]!.deref())
  }

  #note(instance: Instance<any> | undefined): void {
    if (!instance || instance.rival) return
    const short = `${instance.policy} ${shortOf(instance.id)}`
    const ids = this.#ids.get(short) ?? new Set()
    this.#ids.set(short, ids.add(instance.id))
  }
}
