// A value that nobody gets (a rejected response, a late or lost one) is released: else each one pins a socket (SEMANTICS §7.3).
import type { Instance } from '@resilience4cata/core/run/instance'
import { report, reportRejection } from '@resilience4cata/runtime/report'

export function dispose(value: unknown, by: ((value: any) => void) | undefined, instance: Instance<any>): void {
  const about = { instance: instance.id, source: 'dispose' }
  try {
    if (by) reportRejection(instance.realm, by(value), about)
    else cancelBody(value)
  } catch (error) {
    report(instance.realm, error, about)
  }
}

function cancelBody(value: unknown): void {
  const body = (value as { body?: { cancel?: unknown; locked?: unknown } } | null | undefined)?.body
  if (typeof body?.cancel !== 'function' || body.locked) return
  const cancelled: unknown = body.cancel()
  // what it had to say is of no interest to anybody
  if (cancelled instanceof Promise) cancelled.catch(() => {})
}
