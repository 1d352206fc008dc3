import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at, type Fault } from '@resilience4cata/core/diagnostic'
import type { Standing } from '@resilience4cata/core/layers'
import { asyncFallback } from '@resilience4cata/core/site-faults'
import { isAsync } from '@resilience4cata/runtime/interpreter/mode'
import { abandon, pending } from '@resilience4cata/runtime/outcome/pending'
import { check } from './options.ts'
import type { Fallback } from './runtime.ts'

/** The answer of a sync site: R4C-SYN-003 when it is a thenable. */
export function atOnce<Answer>(fallback: Fallback, answer: Answer): Answer {
  if (!pending(answer)) return answer
  abandon(answer)
  throw new ConfigurationError(at(fallback.site, [asyncFallback(fallback.written.method ?? 'handler')]))
}

/** What the running program knows: a handler of a sync site that is async by nature is refused before anything acts, as where the text shows it. */
export const checkGiven = (options: Readonly<Record<string, unknown>>, { sync }: Standing): Fault[] =>
  (sync && isAsync(options['handler']) ? [asyncFallback('handler')] : check(options))
