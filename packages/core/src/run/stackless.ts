import type { ResilienceError } from '../rejection.ts'
import type { Instance } from './instance.ts'

/** What a rejection carries besides the fields that every one of them has. */
export type Facts<E extends ResilienceError> = Partial<Omit<E, keyof ResilienceError> & Pick<E, 'retryAfterMs'>>

/** A new rejection of `instance`: a native error without a stack, which would name only this runtime and cost five times the rest. `stackTraces` of the registry keeps it. */
export function rejection<E extends ResilienceError>(Class: new (message: string) => E, instance: Instance<any>, message: string, facts?: Facts<E>): E {
  const limit: unknown = Error.stackTraceLimit
  // absent on some engines and read-only on hardened ones, where Reflect.set only says so; then the stack stays
  const without = typeof limit === 'number' && !instance.realm.stackTraces && Reflect.set(Error, 'stackTraceLimit', 0)
  const error = new Class(message)
  if (without) Reflect.set(Error, 'stackTraceLimit', limit)
  return Object.assign(error, { instanceId: instance.id }, facts)
}
