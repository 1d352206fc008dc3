import type { Instance } from '@resilience4cata/core/run/instance'
import { settleSites, type Realm } from '@resilience4cata/core/run/realm'
import { shortOf } from './members.ts'

/** Its own, another one's whose very id it is, or that of several. */
export type Meant = 'own' | 'another' | 'several'

/**
 * Whose the short form of an instance's id is. It is asked at the first use of each that is configured by its short form, and there may be thousands
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

  whose({ policy, id }: Instance<any>): Meant {
    this.#lookOn()
    const short = shortOf(id)
    const ids = this.#ids.get(`${policy} ${short}`)
    if (!ids || ids.size < 2) return 'own'
    if (ids.has(short) && this.#lives(policy, (other) => other === short)) return 'another'
    return this.#lives(policy, (other) => other !== id && shortOf(other) === short) ? 'several' : 'own'
  }

  #lives(policy: string, isMeant: (id: string) => boolean): boolean {
    return this.#list.some((reference) => {
      const other = reference.deref()
      return other && !other.rival && other.policy === policy && isMeant(other.id)
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
