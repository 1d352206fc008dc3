// Functions that the text of a compiled site doesn't show: they come when it runs, and are given to the frame that the compiler has written for them.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import { markerWithoutFunction, undecidedMode } from '@resilience4cata/core/site-faults'
import type { Body } from '@resilience4cata/core/run/room'
import { decideMode, type Mode } from '../interpreter/mode.ts'
import { refuse } from '../interpreter/refuse.ts'
import { dress, noteMode } from '../interpreter/wrapper.ts'

/** The frame around one function, as a method, which is no constructor. */
type Frame = (body: any) => { call(this: any, ...args: any[]): any }

/** What stands in place of `fn`: to look at it is the same. `told`: the mode that the text shows; without it the function has to be async by nature. */
export function given<Fn>(site: string, fn: Fn, frame: Frame, told?: Mode): Fn {
  if (typeof fn !== 'function') throw new ConfigurationError(at(site, [markerWithoutFunction(undefined, fn)]))
  const decided = decideMode(fn as unknown as Body, told)
  const fault = decided.fault ?? (decided.mode === (told ?? 'async') ? undefined : undecidedMode())
  const wrapper = dress(fn as unknown as Body, fault ? refuse(decided.mode, at(site, [fault])) : frame(fn).call)
  noteMode(wrapper, () => decided.mode)
  return wrapper as unknown as Fn
}
