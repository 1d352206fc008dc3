import type { Fault } from '@resilience4cata/core/diagnostic'
import type { Span } from './site.ts'

/** A mistake at its place; `report/` puts it into words for people. */
export interface Finding {
  readonly fault: Fault
  readonly severity: 'error' | 'warning' | 'hint'
  /** `@Retry on PriceClient.price`. */
  readonly subject: string
  readonly at: Span
}
