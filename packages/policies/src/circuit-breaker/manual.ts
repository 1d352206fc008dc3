// States and changes that only a person or a health check decides.
import { FAILED, SLOW, slowOf } from './sliding-window.ts'
import { CLOSED, PASSED_BY, type CircuitBreaker, type State } from './runtime.ts'

/** Further happenings for `tell`; a rate that is exceeded is EXCEEDED + FAILED or SLOW. */
export const MANUAL = 7
export const RESET = 8
export const EXCEEDED = 8

export const forceOpen = (breaker: CircuitBreaker): void => begin(breaker, 'FORCED_OPEN', () => breaker.refuse())

export function disable(breaker: CircuitBreaker): void {
  breaker.opens = 0
  begin(breaker, 'DISABLED', () => breaker.permit)
}

export function metricsOnly(breaker: CircuitBreaker): void {
  if (breaker.state === 'METRICS_ONLY') return
  breaker.beginWindow()
  begin(breaker, 'METRICS_ONLY', () => breaker.permit, measuring(breaker))
}

/** CLOSED, whatever it was; one that was never used is as new. */
export function reset(breaker: CircuitBreaker): void {
  breaker.rejected = breaker.late = 0
  if (breaker.tally) breaker.enter(CLOSED, RESET)
}

/** A state that only a person begins and ends: until then the breaker decides and records in another way. */
function begin(breaker: CircuitBreaker, state: State, admit: () => number, record: CircuitBreaker['record'] = () => {}): void {
  if (breaker.state === state) return
  // not by the class: whoever imports the registry would have it
  const prototype = Object.getPrototypeOf(breaker) as CircuitBreaker
  Object.assign(breaker, {
    admit: () => (breaker.ready().enabled === false ? PASSED_BY : admit()),
    record,
    enter(...change: Parameters<CircuitBreaker['enter']>) {
      Object.assign(breaker, { admit: prototype.admit, record: prototype.record, enter: prototype.enter })
      breaker.enter(...change)
    },
  })
  prototype.enter.call(breaker, state, MANUAL, undefined, 0)
}

/** Tells once of each rate that is exceeded, until it has been below again. */
function measuring(breaker: CircuitBreaker): CircuitBreaker['record'] {
  let above = 0
  return (outcome, at) => {
    const { tally } = breaker
    tally.add(outcome, at)
    const enough = tally.calls >= breaker.minimumCalls
    const look = (kind: number, exceeded: boolean, part: number) => {
      const before = above
      above = enough && exceeded ? above | kind : above & ~kind
      if (above > before) breaker.tell?.(EXCEEDED + kind, breaker.state, (part * 100) / tally.calls)
    }
    look(FAILED, breaker.exceeded(tally.calls) === FAILED, tally.failures)
    look(SLOW, breaker.slowExceeded?.(tally.calls, 0) === true, slowOf(tally))
  }
}
