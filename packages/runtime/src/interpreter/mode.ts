// Interpreted code has no types and never guesses: sync or async is the function's own nature or a written mode.
import type { Fault } from '@resilience4cata/core/diagnostic'
import type { Body } from '@resilience4cata/core/run/room'
import { generatorSite, syncModeOfAsync, undecidedMode } from '@resilience4cata/core/site-faults'
import { modeOfWrapper } from './wrapper.ts'

export type Mode = 'async' | 'sync'

// by the tag, which is the same in every realm
const tag = (fn: unknown): unknown => (typeof fn === 'function' ? (fn as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] : undefined)

/** Native, or an async site of this runtime. */
export const isAsync = (fn: unknown): boolean => tag(fn) === 'AsyncFunction' || modeOfWrapper(fn) === 'async'

/** `mode` is how a mistake is handed over too: thrown at the caller when it is undecided. */
export function decideMode(fn: Body, told: Mode | undefined): { readonly mode: Mode | undefined; readonly fault?: Fault } {
  if (tag(fn) === 'GeneratorFunction') return { mode: undefined, fault: generatorSite('a generator') }
  if (tag(fn) === 'AsyncGeneratorFunction') return { mode: undefined, fault: generatorSite('an async generator') }
  if (isAsync(fn)) return { mode: 'async', ...(told === 'sync' && { fault: syncModeOfAsync() }) }
  const mode = told ?? modeOfWrapper(fn)
  return mode ? { mode } : { mode: undefined, fault: undecidedMode() }
}
