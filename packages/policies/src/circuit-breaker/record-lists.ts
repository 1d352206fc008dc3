import type { Capability } from '@resilience4cata/core/run/instance'
import { failureList } from '../parts/failure-lists.ts'
import { FAILED } from './sliding-window.ts'
import type { Resolved } from './options.ts'
import { IGNORED, type CircuitBreaker } from './runtime.ts'

/** `recordOn` and `ignoreOn`. */
export const recordLists: Capability<CircuitBreaker> = (breaker) => {
  let made: Resolved | undefined
  let judge: (failure: unknown) => number
  breaker.judge = (failure) => {
    if (breaker.rules !== made) judge = judgeBy((made = breaker.rules), breaker)
    return judge(failure)
  }
}

function judgeBy({ recordOn = 'exception', ignoreOn = [] }: Resolved, breaker: CircuitBreaker): (failure: unknown) => number {
  const ignored = failureList(ignoreOn, undefined, breaker)
  const recorded = failureList(recordOn, undefined, breaker)
  return (failure) => (ignored(failure) ? IGNORED : recorded(failure) ? FAILED : 0)
}
