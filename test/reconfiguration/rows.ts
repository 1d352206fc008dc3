// What becomes of instances in use when other options come to hold: each row of the reconfiguration table as a play.
import { it } from 'vitest'
import { cases, type Kit, type Layers } from '../cases/kit.ts'

export type Site = (...args: any[]) => Promise<any>

export interface Row {
  readonly says: string
  readonly layers: Layers
  readonly play: (k: Kit, site: (fn: Site) => Site) => Promise<void>
}

export const error = new Error('x')

export const set = (k: Kit, f: Site, policy: string, options: object) => k.configure(f, { [policy]: options })

export const states = (k: Kit, calls: Promise<unknown>[]): Promise<string[]> => Promise.all(calls.map(async (call) => [await k.st(call)].flat()[0]))

/** Interpreted and compiled. */
export function whileItRuns(policy: string, rows: readonly Row[]): void {
  cases(`while it runs: ${policy}`, (kit) => {
    it.each(rows)('$says', async ({ layers, play }) => {
      const k = kit()
      await play(k, (fn) => k.R(fn, layers) as Site)
    })
  })
}
