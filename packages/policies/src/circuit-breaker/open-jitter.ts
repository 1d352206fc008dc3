import type { Capability } from '@resilience4cata/core/run/instance'
import type { CircuitBreaker } from './runtime.ts'

/** `waitInOpenJitter`: breakers of many processes don't try again all at once. */
export const openJitter: Capability<CircuitBreaker> = (breaker) => {
  breaker.jitter = (wait) => {
    const { waitInOpenJitter = 'none' } = breaker.rules
    const spread = waitInOpenJitter === 'full' ? wait : waitInOpenJitter === 'equal' ? wait / 2 : 0
    return spread === 0 ? wait : wait - spread + spread * (breaker.realm.random ?? Math.random)()
  }
}
