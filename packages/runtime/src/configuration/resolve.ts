// What one instance's options come to: built-in < defaults < named configuration < written < instances[id], and what is wrong with that.
import { missingOptions, unknownConfig } from '@resilience4cata/core/check'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at, fault, type Fault } from '@resilience4cata/core/diagnostic'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { LockedOverride } from '@resilience4cata/core/run/realm'
import type { RunSide } from '@resilience4cata/core/run/room'
import { same } from '../sharing/difference.ts'
import { plain } from '../snapshot.ts'
import { subjectOf } from '../subject.ts'
import { missing } from './capability.ts'
import { shortOf } from './members.ts'
import type { Settings, Values } from './settings.ts'
import type { Meant } from './short-ids.ts'

export interface Resolution {
  readonly options: Values
  readonly faults: readonly Fault[]
  /** Names of capabilities that must be handed to the instance before these options can hold. */
  readonly hand: readonly string[]
  readonly ignored: readonly LockedOverride[]
}

export function resolve(instance: Instance<any>, room: RunSide, settings: Settings, whose: () => Meant): Resolution {
  const about = subjectOf(instance)
  const faults: Fault[] = []
  const written = read(instance, faults)
  const isReadable = faults.length === 0
  const own = ownOf(instance, settings, whose, faults)
  const defaults: Values = settings.defaults[instance.policy] ?? {}
  // a named configuration doesn't lock the choice of itself
  const isChosen = isLocked(defaults, written, own)
  const named = namedOf(instance, settings, (isChosen ? written['config'] : undefined) ?? own['config'] ?? written['config'] ?? defaults['config'], faults)
  const isAll = isLocked({ ...defaults, ...named }, written, own)
  const stays = (option: string) => Object.hasOwn(written, option) && ((option === 'config' ? isChosen : isAll) || (option === 'enabled' && written['enabled'] === false))
  const over = Object.fromEntries(Object.entries(own).filter(([option]) => !stays(option)))
  const ignored = Object.entries(own).filter(([option, value]) => stays(option) && !same(value, written[option]))
  const { name: _, config: __, locked: ___, ...options } = { enabled: true, ...instance.defaults, ...defaults, ...named, ...written, ...over } as Values
  if (settings.enabled === false) {
    const { hand } = missing(instance, room, { enabled: false })
    return { options: { ...options, enabled: false }, faults: at(about, faults), hand, ignored: overrides(instance, ignored) }
  }

  const { hand, absent } = missing(instance, room, options)
  // what was written and refused isn't missing
  if (isReadable && options['enabled'] !== false) faults.push(...missingOptions(room.table, options), ...(room.check?.(options, instance) ?? []))
  faults.push(...absent)
  return { options, faults: at(about, faults), hand, ignored: overrides(instance, ignored) }
}

/** A written lock is among what it keeps. */
const isLocked = (below: Values, written: Values, own: Values): boolean =>
  written['locked'] === true || { ...below, ...written, ...own }['locked'] === true

function read(instance: Instance<any>, faults: Fault[]): Values {
  try {
    return (instance.normalise ? instance.normalise(instance.written) : instance.written) as Values
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    faults.push(...error.diagnostics)
    return {}
  }
}

function ownOf(instance: Instance<any>, { instances }: Settings, whose: () => Meant, faults: Fault[]): Values {
  const short = shortOf(instance.id)
  const exact = instances.get(instance.id)?.[instance.policy]
  if (short === instance.id) return exact ?? {}
  const shortened = instances.get(short)?.[instance.policy]
  const meant = shortened && whose()
  if (meant === 'another') return exact ?? {}
  if (meant === 'several') {
    faults.push(fault('R4C-REG-012', `instances.${short} means more than one instance`, 'Write the full id, or give the one you mean a name.'))
  }
  return { ...shortened, ...exact }
}

function namedOf({ policy }: Instance<any>, { configs }: Settings, config: unknown, faults: Fault[]): Values {
  if (config === undefined) return {}
  const found = configs.get(config as string)
  if (!found) faults.push(unknownConfig(config as string, [...configs.keys()]))
  return found?.[policy] ?? {}
}

const overrides = ({ policy, id }: Instance<any>, ignored: readonly [string, unknown][]): LockedOverride[] =>
  ignored.map(([option, value]) => ({ policy, instance: id, option, value: JSON.stringify(plain(value)) }))
