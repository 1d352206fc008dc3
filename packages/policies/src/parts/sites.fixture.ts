// Sites of a registry on a manual clock, for tests of rooms.
import type { TimerHost } from '@resilience4cata/core/run/ports'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import type { Policies } from '@resilience4cata/policies/policies'
import { ManualClock } from '@resilience4cata/testing/manual-clock'

/** The caller's signal is the first argument's. */
export function sites(clock = new ManualClock(), timers: TimerHost = clock) {
  const registry = createRegistry({ clock, timers, random: () => 0.5 })
  const seen: any[] = []
  registry.on('*', (event) => seen.push(event))
  let n = 0
  const R = <Fn extends (...args: any[]) => unknown>(fn: Fn, policies: Policies) =>
    resilient({ registry, mode: 'async', name: `case-${++n}`, signal: (o?: { signal?: AbortSignal }) => o?.signal, ...policies } as object, fn) as (...args: any[]) => Promise<any>
  const after = <T>(ms: number, value?: T) => new Promise<T>((over) => { clock.set(() => over(value as T), ms) })
  const failAfter = (ms: number, error: unknown) => after(ms).then(() => { throw error })
  const ev = (type: string) => seen.filter((event) => event.type === type)
  const at = (ms: number) => clock.advance(ms - clock.elapsed())
  const st = async (promise: Promise<unknown>) => {
    let state: any = 'pending'
    promise.then((value) => { state = ['ok', value] }, (error: unknown) => { state = ['err', error] })
    await clock.advance(0)
    return state
  }
  const row = (policy: string) => (registry.snapshot() as any)[policy][0]
  return { clock, registry, R, after, failAfter, ev, at, st, row }
}
