import { isOurs } from '@resilience4cata/core/rejection'
import type { Capability, Instance } from '@resilience4cata/core/run/instance'
import { codeOf } from '../parts/failures.ts'
import { IGNORED, type CircuitBreaker } from './runtime.ts'

// a timeout is not among them: it always counts
const REJECTIONS = /*#__PURE__*/ new Set<unknown>(['R4C_RATE_LIMIT_EXCEEDED', 'R4C_LIMIT_EXCEEDED', 'R4C_BULKHEAD_FULL'])

/** `ownRejections`. */
export const ownRejections: Capability<CircuitBreaker> = (breaker) => {
  breaker.judgeOwn = (failure, inner) => (breaker.rules.ownRejections === 'ignore' && isRejectionOf(inner, failure) ? IGNORED : breaker.judge(failure))
}

const isRejectionOf = (inner: readonly Instance<any>[], failure: unknown): boolean =>
  REJECTIONS.has(codeOf(failure)) && isOurs(failure) && inner.some(({ policy, id }) => policy === failure.policy && id === failure.instanceId)

/** A failure where the layers inside are known. What comes too late isn't asked about. */
export const failWithin = (breaker: CircuitBreaker, permit: number, failure: unknown, inner: readonly Instance<any>[], startedAt?: number): void =>
  breaker.settle(permit, permit < breaker.era ? IGNORED : breaker.judgeOwn!(failure, inner), startedAt)
