// `key`: one instance of a policy for each key, within a bound.
import { expect } from 'vitest'
import { ConfigurationError } from '@resilience4cata/policies/index'
import type { Kit } from '../cases/kit.ts'

/** The first argument is the key. */
export const KEY = { key: (key: string) => key }

export const failing = async () => { throw new Error('x') }

export const rows = ({ reg }: Kit, policy: string): any[] => (reg.snapshot() as any)[policy]
export const ids = (k: Kit, policy: string): string[] => rows(k, policy).map(({ instance }) => instance)

export function codes(act: () => unknown): string[] {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as ConfigurationError).diagnostics.map(({ code }) => code)
  }
  return []
}
