import { createRegistry, type Registry } from '@resilience4cata/policies/index'
import type { ManualClock } from './manual-clock.ts'
import { seeded } from './seeded.ts'

/** A registry whose time is `clock`: waits end when the clock is moved, and jitter is the same in each run. */
export const testingRegistry = (clock: ManualClock): Registry => createRegistry({ clock, timers: clock, random: seeded() })
