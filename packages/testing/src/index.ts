// The door of `resilience4cata/testing`.
export { ManualClock, type ManualClockOptions } from './manual-clock.ts'
export { quiesce } from './quiesce.ts'
export { testingRegistry } from './testing-registry.ts'
export { useManualClock, type UseManualClockOptions } from './use-manual-clock.ts'
export type { Hooks } from './hooks.ts'
