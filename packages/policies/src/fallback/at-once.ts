import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import { asyncFallback } from '@resilience4cata/core/site-faults'
import { pending } from '@resilience4cata/runtime/outcome/pending'
import type { Fallback } from './runtime.ts'

/** The answer of a sync site: R4C-SYN-003 when it is a thenable. */
export function atOnce<Answer>(fallback: Fallback, answer: Answer): Answer {
  if (pending(answer)) throw new ConfigurationError(at(fallback.site, [asyncFallback(fallback.written.method ?? 'handler')]))
  return answer
}
