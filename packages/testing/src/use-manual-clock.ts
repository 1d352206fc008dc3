import { installKit } from '@resilience4cata/runtime/configuration/kit'
import { registry } from '@resilience4cata/policies/index'
import { rooms } from '@resilience4cata/policies/rooms'
import { runnersHooks, type Hooks } from './hooks.ts'
import { ManualClock, type ManualClockOptions } from './manual-clock.ts'
import { quiesce } from './quiesce.ts'
import { seeded } from './seeded.ts'

/** What `useManualClock` takes. */
export interface UseManualClockOptions extends ManualClockOptions {
  /** The runner's hooks, where they can't be found: `{ beforeEach, afterEach }`. */
  readonly hooks?: Hooks
}

/**
 * For the tests of a file or of a `describe`: the default registry goes by the clock that is returned, which stands at 0 when a test begins, and all policies
 * begin anew. A test that leaves something behind fails (`quiesce`). Afterwards everything is as before. For Vitest, Jest, Mocha and node:test.
 */
export function useManualClock({ autoAdvance = false, hooks = runnersHooks() }: UseManualClockOptions = {}): ManualClock {
  const clock = new ManualClock(0, { autoAdvance })
  let restore = () => {}
  hooks.beforeEach(() => {
    const { realm } = registry
    installKit(realm, rooms)
    registry.reset()
    clock.restart()
    restore = swap(realm, { clock, timers: clock, random: seeded() })
  })
  hooks.afterEach(async () => {
    try {
      await quiesce(registry)
    } finally {
      registry.reset()
      restore()
    }
  })
  return clock
}

function swap<T extends object>(target: T, values: Partial<T>): () => void {
  const before = Object.entries(values).map(([key]) => [key, Object.getOwnPropertyDescriptor(target, key)] as const)
  Object.assign(target, values)
  return () => {
    for (const [key, was] of before) {
      if (was) Object.defineProperty(target, key, was)
      else Reflect.deleteProperty(target, key)
    }
  }
}
