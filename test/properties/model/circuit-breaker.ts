import type { BreakerPart } from '../program.ts'
import { isAmong, isRefusal, Refusal, spread, wordOf, type Call, type Outcome, type Policy } from './layer.ts'
import { Window } from './window.ts'

interface Permit { readonly generation: number; readonly round: number }
type State = 'CLOSED' | 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN' | 'DISABLED' | 'METRICS_ONLY'

const DEFAULTS = {
  enabled: true, windowSize: 100, failureRate: 50, slowCallDuration: 0, slowCallRate: 100, waitInOpen: 60_000, waitInOpenMultiplier: 1, waitInOpenJitter: 'none',
  halfOpenCalls: 10, recordOn: ['exception'], ignoreOn: [], ownRejections: 'record',
} as const

/** Some defaults are what others are. */
const resolved = (part: BreakerPart) => {
  const all: Omit<Required<BreakerPart>, 'windowDuration' | 'minimumCalls' | 'maxHalfOpenWait' | 'maxWaitInOpen'> & { readonly windowDuration?: number; readonly enabled: boolean } =
    { ...DEFAULTS, ...part }
  const { windowDuration, windowSize, waitInOpen } = all
  const minimumCalls = windowDuration === undefined ? Math.min(100, windowSize) : 100
  return { minimumCalls, maxHalfOpenWait: waitInOpen, maxWaitInOpen: Math.max(600_000, waitInOpen), ...all, ...part }
}

export const circuitBreaker: Policy<BreakerPart> = (part, world) => {
  let written = part
  let options = resolved(part)
  let state: State = 'CLOSED'
  let window = new Window(options.windowSize, options.windowDuration)
  let generation = 0
  let round = 0
  /** Half-open calls: recorded before the present round, and given out in it. */
  let before = 0
  let given = 0
  let roundAt = 0
  let [opens, wait, openUntil, rejected, lateResults] = [0, 0, 0, 0, 0]
  let exceeded: string[] = []

  function enter(to: State, reason: string, manualWait?: number): void {
    const from = state
    state = to
    generation++
    round = 0
    exceeded = []
    if (to === 'OPEN') {
      opens++
      const { waitInOpen, waitInOpenMultiplier, maxWaitInOpen, waitInOpenJitter } = options
      wait = manualWait ?? spread(Math.min(waitInOpen * waitInOpenMultiplier ** (opens - 1), maxWaitInOpen), waitInOpenJitter)
      openUntil = world.now() + wait
    } else if (to === 'HALF_OPEN') {
      before = given = 0
      roundAt = world.now()
    }
    if (to === 'CLOSED' || to === 'DISABLED' || to === 'METRICS_ONLY') opens = 0
    if (to === 'CLOSED' || to === 'METRICS_ONLY') window = new Window(options.windowSize, options.windowDuration)
    if (to === 'HALF_OPEN') window = new Window(Infinity, undefined)
    if (reason === 'RESET') world.publish('circuitBreaker.reset', {})
    else world.publish('circuitBreaker.stateTransition', { from, to, reason, opens, waitMs: to === 'OPEN' ? wait : 0 })
  }
  function acquire(): Permit {
    const now = world.now()
    if (state === 'OPEN' && now >= openUntil) enter('HALF_OPEN', 'WAIT_OVER')
    if (state === 'HALF_OPEN') {
      const { halfOpenCalls, maxHalfOpenWait } = options
      if (before + given >= halfOpenCalls) {
        if (maxHalfOpenWait === 0 || now - roundAt < maxHalfOpenWait) throw refuse(0)
        before = window.records.length
        given = 0
        roundAt = now
        round++
      }
      given++
    }
    if (state === 'OPEN') throw refuse(openUntil - now)
    if (state === 'FORCED_OPEN') throw refuse(undefined)
    return { generation, round }
  }
  function refuse(retryAfterMs: number | undefined): Refusal {
    rejected++
    world.publish('circuitBreaker.rejected', { state })
    return new Refusal('CallNotPermittedError', 'R4C_CALL_NOT_PERMITTED', { state, retryAfterMs })
  }
  function settle(permit: Permit, outcome: 'success' | 'failure' | 'ignored', startedAt: number): void {
    if (permit.generation !== generation) lateResults++
    else if (outcome === 'ignored') given -= state === 'HALF_OPEN' && permit.round === round ? 1 : 0
    else if (state !== 'DISABLED' && state !== 'FORCED_OPEN') record(outcome === 'failure', options.slowCallDuration > 0 && world.now() - startedAt > options.slowCallDuration)
  }
  /** Of the calls so far, and `more` that ended badly. */
  function isOver(more: number, of: number): boolean { return ((window.tally(world.now()).failures + more) * 100) / of >= options.failureRate }
  function isSlow(more: number, of: number): boolean {
    return options.slowCallDuration > 0 && ((window.tally(world.now()).slow + more) * 100) / of >= options.slowCallRate
  }
  /** As soon as it is certain, one way or the other. */
  function decide(): void {
    const n = options.halfOpenCalls
    const open = Math.max(0, n - window.records.length)
    if (isOver(0, n) || isSlow(0, n)) enter('OPEN', 'PROBES_FAILED')
    else if (!isOver(open, n) && !isSlow(open, n)) enter('CLOSED', 'PROBES_PASSED')
  }
  function record(failed: boolean, slow: boolean): void {
    window.records.push({ failed, slow, at: world.now() })
    const { calls, failures, slow: slowCalls } = window.tally(world.now())
    if (state === 'HALF_OPEN') return decide()
    const enough = calls >= options.minimumCalls
    if (state === 'CLOSED' && enough && (isOver(0, calls) || isSlow(0, calls))) enter('OPEN', isOver(0, calls) ? 'FAILURE_RATE' : 'SLOW_RATE')
    else if (state === 'METRICS_ONLY') {
      measure('FAILURE', enough && isOver(0, calls), (failures * 100) / calls)
      measure('SLOW', enough && isSlow(0, calls), (slowCalls * 100) / calls)
    }
  }
  function measure(kind: string, isExceeded: boolean, rate: number): void {
    if (isExceeded && !exceeded.includes(kind)) world.publish('circuitBreaker.thresholdExceeded', { kind, rate })
    exceeded = [...exceeded.filter((other) => other !== kind), ...(isExceeded ? [kind] : [])]
  }
  function outcomeOf(call: Call, outcome: Outcome): 'success' | 'failure' | 'ignored' {
    if ('failure' in outcome ? call.stop?.aborted : call.stop?.lost) return 'ignored'
    const word = wordOf(world.judge(call, outcome))
    if (word !== undefined) return word === 'success' ? 'success' : word === 'failure' || word === 'overload' ? 'failure' : 'ignored'
    if ('value' in outcome) return 'success'
    const { failure } = outcome
    const { ignoreOn, recordOn, ownRejections } = options
    const own = isRefusal(failure, 'R4C_RATE_LIMIT_EXCEEDED', 'R4C_LIMIT_EXCEEDED', 'R4C_BULKHEAD_FULL')
    if (isAmong(ignoreOn, failure) || (own && ownRejections === 'ignore')) return 'ignored'
    return isAmong(recordOn, failure) ? 'failure' : 'success'
  }
  const manual = (to: State) => () => { if (state !== to) enter(to, 'MANUAL') }

  return {
    around: (next) => function* (call) {
      if (!options.enabled) return yield* next(call)
      const startedAt = options.slowCallDuration > 0 ? world.now() : NaN
      const permit = acquire()
      let outcome: Outcome
      try {
        outcome = { value: yield* next(call) }
      } catch (failure) {
        outcome = { failure }
      }
      settle(permit, outcomeOf(call, outcome), startedAt)
      if ('failure' in outcome) throw outcome.failure
      return outcome.value
    },
    row() {
      const counts = window.tally(world.now())
      const rate = (of: number) => (counts.calls > 0 && counts.calls >= options.minimumCalls ? (of * 100) / counts.calls : null)
      const halfOpen = state === 'HALF_OPEN'
      return {
        state, ...counts, failureRate: rate(counts.failures), slowRate: rate(counts.slow), opens, rejected, lateResults,
        remainingWaitMs: state === 'OPEN' ? Math.max(0, openUntil - world.now()) : 0, halfOpenPermits: halfOpen ? Math.max(0, options.halfOpenCalls - before - given) : 0, halfOpenRecorded: halfOpen ? counts.calls : 0,
      }
    },
    configure(changed) {
      const { windowSize, windowDuration } = options
      written = { ...written, ...changed }
      options = resolved(written)
      const isOther = options.windowSize !== windowSize || options.windowDuration !== windowDuration
      // others show what was counted last
      if (isOther && (state === 'CLOSED' || state === 'METRICS_ONLY')) window = new Window(options.windowSize, options.windowDuration)
      // what it has admitted so far is late when it is switched off
      if (!options.enabled) {
        generation++
        before = window.records.length
        given = 0
      }
      if (state === 'HALF_OPEN' && window.records.length >= options.halfOpenCalls) decide()
    },
    ops: {
      forceOpen: manual('FORCED_OPEN'), disable: manual('DISABLED'), metricsOnly: manual('METRICS_ONLY'), close: manual('CLOSED'),
      open: () => enter('OPEN', 'MANUAL'),
      halfOpen: () => enter('HALF_OPEN', 'MANUAL'),
      reset() {
        rejected = lateResults = 0
        enter('CLOSED', 'RESET')
      },
    },
  }
}
