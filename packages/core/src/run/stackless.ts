import type { ResilienceError } from '../rejection.ts'
import type { Instance } from './instance.ts'

/** As whoever makes it sees it: what only this rejection says is written right behind. */
export type Fresh<E> = { -readonly [Fact in keyof E]: E[Fact] }

/**
 * A new rejection of `instance`: a native error without a stack, which would name only this runtime and cost five times the rest. `stackTraces` of the registry keeps it.
 * Its message is `what` and `says`, with the instance's id in between, where it has one.
 */
export function rejection<E extends ResilienceError>(Class: new (message: string) => E, instance: Instance<any>, what: string, says: string): Fresh<E> {
  const limit: unknown = Error.stackTraceLimit
  const without = typeof limit === 'number' && !instance.realm.stackTraces
  if (without) limitStacks(0)
  const error: Fresh<E> = new Class(`${what}${instance.id && ` ${instance.id}`}${says}`)
  if (without) limitStacks(limit)
  error.instanceId = instance.id
  return error
}

// read-only on hardened engines: then the stack stays
function limitStacks(frames: number): void {
  try {
    Error.stackTraceLimit = frames
  } catch {}
}
