// A value that nobody gets (a rejected response, a late or lost one) is released, by the site's own `dispose` where it has one.
import type { Instance } from '@resilience4cata/core/run/instance'
import { report, reportRejection } from '@resilience4cata/runtime/report'
import { release } from './release.ts'

export function dispose(value: unknown, by: ((value: any) => void) | undefined, instance: Instance<any>): void {
  if (!by) return release(value)
  const about = { instance: instance.id, source: 'dispose' }
  try {
    reportRejection(instance.realm, by(value), about)
  } catch (error) {
    report(instance.realm, error, about)
  }
}
