// A room for the tests of what surrounds policies: two policies of the eight names, with one option of each kind and nothing that they do.
import { COMMON, count, duration, list, number, word } from '@resilience4cata/core/attributes'
import { fault } from '@resilience4cata/core/diagnostic'
import type { LayerName } from '@resilience4cata/core/layers'
import { checkWritten, enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { checkOptions } from '@resilience4cata/core/check'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { RunSide } from '@resilience4cata/core/run/room'
import { takeOver } from './sharing/take-over.ts'

export interface FakeOptions {
  readonly size?: number
  readonly low?: number
  readonly wait?: number | string
  readonly extra?: number
  readonly kind?: 'plain' | 'fancy'
  readonly on?: unknown
  readonly needed?: number
  readonly name?: string
  readonly config?: string
  readonly enabled?: boolean
  readonly locked?: boolean
}

const TABLE = {
  size: count({ min: 1, max: 100, configuredMin: 0, default: 10 }),
  low: count({ min: 0, max: 100, default: 0 }),
  wait: duration({ min: 0, max: 1000, default: 0, capability: 'waiting', text: true }),
  extra: number({ min: 0, max: 1, default: 0, capability: 'extra' }),
  kind: word({ words: ['plain', 'fancy'], default: 'plain' }),
  on: list({ default: undefined, capability: 'lists' }),
  ...COMMON,
}

const DEFAULTS = { size: 10, low: 0, wait: 0, extra: 0, kind: 'plain' } as const

export class Fake extends Instance<FakeOptions> {
  readonly defaults = DEFAULTS
  override tell: ((word: string) => void) | undefined = undefined
  used = 0
  applied: FakeOptions[] = []
  readonly handed: string[] = []
  #secret = 0

  constructor(readonly policy: LayerName, site: string, written?: FakeOptions) { super(site, written) }

  override apply(options: FakeOptions): FakeOptions {
    this.applied.push(options)
    return options
  }
  use(): number { this.ready(); this.#secret++; return ++this.used }
  get secret(): number { return this.#secret }
}

const hand = (word: string): Capability<Fake> => (fake) => { fake.handed.push(word) }

/** Checks what is written at an interpreted site, where it can't have been checked before. */
export const checked: Capability<Fake> = (fake) => {
  checkWritten(fake, (written) => {
    const { values, faults } = checkOptions(TABLE, written)
    if (faults.length > 0) throw new ConfigurationError(faults)
    return values
  })
}

export function fakeRoom(layer: LayerName, { needs = false, keepsState = false } = {}): RunSide<Fake> {
  return {
    traits: { layer },
    table: needs ? { ...TABLE, needed: count({ min: 1, max: 9, required: true, note: 'Write it.' }) } : TABLE,
    check: (options, { sync }) => [
      ...((options['low'] as number) > (options['size'] as number) ? [fault('R4C-REG-003', 'low must not be above size', undefined, 'low')] : []),
      ...(sync && options['wait'] !== 0 ? [fault('R4C-SYN-009', "a sync site can't wait", undefined, 'wait')] : []),
    ],
    create: (site, written, furnish) => enter(new Fake(layer, site, written), keepsState ? (instance) => furnish?.(instance) ?? (instance.local || instance.written.name !== undefined ? undefined : takeOver(instance)) : furnish),
    capabilities: { waiting: hand('waiting'), extra: hand('extra'), lists: hand('lists') },
    wrap: { async: (_fake, inner) => inner },
    events: { names: ['used', 'refused'], tell: (_fake, { used, refused }) => (word) => (word === 'used' ? used : refused)?.({ word }) },
    snapshot: (fake) => (layer === 'fallback' ? undefined : { used: fake.used }),
    reset: (fake) => { fake.used = 0 },
  }
}
