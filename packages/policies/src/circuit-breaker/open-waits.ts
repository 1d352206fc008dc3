import type { Capability } from '@resilience4cata/core/run/instance'
import { MAX_WAIT_IN_OPEN } from './options.ts'
import type { CircuitBreaker } from './runtime.ts'

/** `waitInOpenMultiplier`: waits grow until the breaker closes. `waitInOpenJitter`: breakers of many processes don't try again all at once. */
export const openWaits: Capability<CircuitBreaker> = (breaker) => {
  breaker.nextWait = () => {
    const { waitInOpen, waitInOpenMultiplier, maxWaitInOpen = Math.max(MAX_WAIT_IN_OPEN, waitInOpen), waitInOpenJitter = 'none' } = breaker.rules
    const wait = Math.min(waitInOpen * waitInOpenMultiplier ** (breaker.opens - 1), maxWaitInOpen)
    const spread = waitInOpenJitter === 'full' ? wait : waitInOpenJitter === 'equal' ? wait / 2 : 0
    return spread === 0 ? wait : wait - spread + spread * (breaker.realm.random ?? Math.random)()
  }
}
