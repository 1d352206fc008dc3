import type { Capability } from '@resilience4cata/core/run/instance'
import { failureList } from '../parts/failure-lists.ts'
import { FAILED } from '../parts/sliding-window.ts'
import { IGNORED, type CircuitBreaker } from './runtime.ts'

/** `recordOn` and `ignoreOn`. */
export const recordLists: Capability<CircuitBreaker> = (breaker) => {
  breaker.judgeBy = ({ recordOn = 'exception', ignoreOn = [] }) => {
    const ignored = failureList(ignoreOn, undefined, breaker)
    const recorded = failureList(recordOn, undefined, breaker)
    return (failure) => (ignored(failure) ? IGNORED : recorded(failure) ? FAILED : 0)
  }
}
