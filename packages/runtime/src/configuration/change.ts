// What `configure` is given, as a list of single changes: nested objects and flat keys come to the same.
import { fault, nearest, show, type Fault } from '@resilience4cata/core/diagnostic'

export type Section = 'defaults' | 'configs' | 'instances'

/** `value` is what somebody wrote: an object of options, or `null` to take back what was configured. With `null` a path that ends early takes all below it back. */
export interface Change {
  /** As the reader would look for it: `instances.prices.retry`. */
  readonly where: string
  readonly section: Section
  /** The configuration's or instance's name; '' in `defaults`; none for the whole section. */
  readonly name: string | undefined
  readonly policy?: string
  readonly value: unknown
  readonly fromText: boolean
}

export interface Changes {
  readonly changes: Change[]
  readonly enabled?: unknown
  readonly profile?: unknown
  readonly faults: Fault[]
}

const SECTIONS = ['defaults', 'configs', 'instances', 'enabled', 'profile']
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

export function changesOf(values: object): Changes {
  const reader = new Reader()
  reader.all(values)
  return reader
}

class Reader {
  readonly changes: Change[] = []
  readonly faults: Fault[] = []
  enabled?: unknown
  profile?: unknown

  all(values: object): void {
    for (const [key, value] of this.entries(values, '')) {
      if (key === 'enabled' || key === 'profile') this[key] = value
      else if (key === 'defaults') this.policies({ where: key, section: key, name: '' }, value)
      else if (key === 'configs' || key === 'instances') this.named(key, value)
      else if (key.includes('.')) this.flat(key, value)
      else this.unknown(key, SECTIONS, '')
    }
  }

  named(section: 'configs' | 'instances', value: unknown): void {
    if (value === null) return void this.changes.push({ where: section, section, name: undefined, value, fromText: false })
    for (const [name, policies] of this.entries(value, section)) this.policies({ where: `${section}.${name}`, section, name }, policies)
  }

  policies(at: Pick<Change, 'where' | 'section' | 'name'>, value: unknown): void {
    if (value === null) return void this.changes.push({ ...at, value, fromText: false })
    // a configuration of this name there is, though it says nothing
    if (at.section === 'configs') this.changes.push({ ...at, value: {}, fromText: false })
    for (const [policy, options] of this.entries(value, at.where)) {
      const where = `${at.where}.${policy}`
      this.changes.push({ ...at, where, policy, value: options === null ? null : Object.fromEntries(this.entries(options, where)), fromText: false })
    }
  }

  /** `instances.checkout.circuitBreaker.waitInOpen`: a name may have dots, so policy and option are read from the end. */
  flat(key: string, value: unknown): void {
    const words = key.split('.')
    const [section, policy, option] = [words[0]!, words.at(-2)!, words.at(-1)!]
    const name = words.slice(1, -2).join('.')
    if (words.some((word) => FORBIDDEN.has(word))) return this.forbidden(words.find((word) => FORBIDDEN.has(word))!, key)
    if (!isSection(section)) return this.unknown(section, SECTIONS, key)
    if (words.length < 3 || (name === '') !== (section === 'defaults')) {
      const form = section === 'defaults' ? 'defaults.<policy>.<option>' : `${section}.<name>.<policy>.<option>`
      return void this.faults.push({ ...fault('R4C-CFG-001', `${show(key)} names no option`, `Write ${form}.`), where: key })
    }
    this.changes.push({ where: words.slice(0, -1).join('.'), section, name, policy, value: { [option]: value }, fromText: typeof value === 'string' })
  }

  /** Read once, without the keys that no configuration may have. */
  entries(value: unknown, where: string): [string, unknown][] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.faults.push({ ...fault('R4C-ATR-012', `must be an object of options, got ${show(value)}`), where: where || 'configure' })
      return []
    }
    return Object.keys(value).flatMap((key): [string, unknown][] => {
      const member = (value as Record<string, unknown>)[key]
      if (FORBIDDEN.has(key)) this.forbidden(key, where)
      return FORBIDDEN.has(key) || member === undefined ? [] : [[key, member]]
    })
  }

  forbidden(key: string, where: string): void {
    this.faults.push({ ...fault('R4C-CFG-016', `${show(key)} can't be a key of configuration`, 'Take it out; an instance of that name needs another one.'), where: where || 'configure' })
  }

  unknown(key: string, known: readonly string[], where: string): void {
    this.faults.push({ ...unknownKey(key, known), where: where || 'configure' })
  }
}

const isSection = (word: string): word is Section => word === 'defaults' || word === 'configs' || word === 'instances'

export function unknownKey(key: string, known: readonly string[]): Fault {
  const near = nearest(key, known)
  return fault('R4C-CFG-001', `unknown key ${show(key)}`, near ? `Did you mean ${near}?` : `Known here: ${known.join(', ')}.`)
}
