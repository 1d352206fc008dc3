import type { Verdict } from '@resilience4cata/core/classifier'
import { retryAfterMs, type Headers } from './retry-after.ts'

/**
 * Judges answers of HTTP servers, by their shape: a `status` and `headers` with `get`, as `fetch` and most clients give them. 408, 425, 500, 502 and 504 are
 * failures that another attempt may make good; 429 and 503 are overload; `Retry-After` goes along. Any other status, and any other value, is a success.
 */
export function httpClassifier(value: unknown): Verdict {
  const { status, headers } = (value ?? {}) as { status?: unknown; headers?: Headers | null }
  const verdict = typeof status === 'number' && typeof headers?.get === 'function' && VERDICTS.get(status)
  if (!verdict) return 'success'
  const hint = retryAfterMs(headers)
  return hint === undefined ? verdict : { verdict, retryAfterMs: hint }
}

const VERDICTS = /*#__PURE__*/ new Map<number, 'failure' | 'overload'>([
  [408, 'failure'], [425, 'failure'], [500, 'failure'], [502, 'failure'], [504, 'failure'],
  [429, 'overload'], [503, 'overload'],
])
