// Instances of two invented rooms in a registry of their own.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { furnished } from '@resilience4cata/core/run/furnished'
import { expect } from 'vitest'
import { createRegistry } from '../create-registry.ts'
import { checked, fakeRoom, type Fake, type FakeOptions } from '../fake-room.fixture.ts'
import { into } from '../sharing/into.ts'
import { local } from '../sharing/local.ts'

export const rooms = { bulkhead: fakeRoom('bulkhead'), timeout: fakeRoom('timeout', { needs: true }) }

export function configurable() {
  const registry = createRegistry(rooms)
  const site = (path: string, written?: FakeOptions, ...more: NonNullable<Parameters<typeof rooms.bulkhead.create>[2]>[]) =>
    rooms.bulkhead.create(path, written, furnished(into(registry), ...more)) as Fake
  const interpreted = (label: string, written?: FakeOptions) => site(label, written, ...Object.values(rooms.bulkhead.capabilities), checked, local)
  return { registry, site, interpreted }
}

export function codes(act: () => unknown): string[] {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as ConfigurationError).diagnostics.map(({ code, where, says }) => `${code} ${where}: ${says}`)
  }
  return []
}
