import type { BreakerPart } from '../program.ts'
import { isAmong, isRefusal, Refusal, spread, wordOf, type Policy } from './layer.ts'
import { Window } from './window.ts'

interface Permit { readonly generation: number; readonly round: number }
type State = 'CLOSED' | 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN' | 'DISABLED' | 'METRICS_ONLY'

export const circuitBreaker: Policy<BreakerPart> = (part, world) => {
  const { windowSize = 100, windowDuration, failureRate = 50, slowCallDuration = 0, slowCallRate = 100, waitInOpen = 60_000, waitInOpenMultiplier = 1 } = part
  const { waitInOpenJitter = 'none', halfOpenCalls: n = 10, maxHalfOpenWait = waitInOpen, recordOn = ['exception'], ignoreOn = [], ownRejections = 'record' } = part
  const { minimumCalls = windowDuration === undefined ? Math.min(100, windowSize) : 100, maxWaitInOpen = Math.max(600_000, waitInOpen) } = part
  let state: State = 'CLOSED'
  let window = new Window(windowSize, windowDuration)
  let generation = 0
  let round = 0
  let permits = 0
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
      wait = manualWait ?? spread(Math.min(waitInOpen * waitInOpenMultiplier ** (opens - 1), maxWaitInOpen), waitInOpenJitter)
      openUntil = world.now() + wait
    } else if (to === 'HALF_OPEN') {
      permits = n
      roundAt = world.now()
    }
    if (to === 'CLOSED' || to === 'DISABLED' || to === 'METRICS_ONLY') opens = 0
    if (to === 'CLOSED' || to === 'METRICS_ONLY') window = new Window(windowSize, windowDuration)
    if (to === 'HALF_OPEN') window = new Window(Infinity, undefined)
    if (reason === 'RESET') world.publish('circuitBreaker.reset', {})
    else world.publish('circuitBreaker.stateTransition', { from, to, reason, opens, waitMs: to === 'OPEN' ? wait : 0 })
  }
  function acquire(): Permit {
    const now = world.now()
    if (state === 'OPEN' && now >= openUntil) enter('HALF_OPEN', 'WAIT_OVER')
    if (state === 'HALF_OPEN') {
      if (permits === 0 && maxHalfOpenWait > 0 && now - roundAt >= maxHalfOpenWait) {
        permits = n - window.records.length
        roundAt = now
        round++
      }
      if (permits === 0) throw refuse(0)
      permits--
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
    else if (outcome === 'ignored') permits += state === 'HALF_OPEN' && permit.round === round ? 1 : 0
    else if (state !== 'DISABLED' && state !== 'FORCED_OPEN') record(outcome === 'failure', slowCallDuration > 0 && world.now() - startedAt > slowCallDuration)
  }
  function record(failed: boolean, slow: boolean): void {
    window.records.push({ failed, slow, at: world.now() })
    const { calls, failures, slow: slowCalls } = window.tally(world.now())
    const isOver = (more: number, of: number) => ((failures + more) * 100) / of >= failureRate
    const isSlow = (more: number, of: number) => slowCallDuration > 0 && ((slowCalls + more) * 100) / of >= slowCallRate
    if (state === 'HALF_OPEN') {
      const open = Math.max(0, n - calls)
      if (isOver(0, n) || isSlow(0, n)) enter('OPEN', 'PROBES_FAILED')
      else if (!isOver(open, n) && !isSlow(open, n)) enter('CLOSED', 'PROBES_PASSED')
      return
    }
    const enough = calls >= minimumCalls
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
  function outcomeOf(failure: unknown): 'success' | 'failure' | 'ignored' {
    const own = isRefusal(failure, 'R4C_RATE_LIMIT_EXCEEDED', 'R4C_LIMIT_EXCEEDED', 'R4C_BULKHEAD_FULL')
    if (isAmong(ignoreOn, failure) || (own && ownRejections === 'ignore')) return 'ignored'
    return isAmong(recordOn, failure) ? 'failure' : 'success'
  }
  const manual = (to: State) => () => { if (state !== to) enter(to, 'MANUAL') }

  return {
    around: (next) => function* (call) {
      const startedAt = world.now()
      const permit = acquire()
      let value: unknown
      try {
        value = yield* next(call)
      } catch (failure) {
        settle(permit, call.stop?.aborted ? 'ignored' : outcomeOf(failure), startedAt)
        throw failure
      }
      const word = wordOf(world.judge(value)) ?? 'success'
      const ignored = call.stop?.lost || word === 'ignore' || word === 'confused'
      settle(permit, ignored ? 'ignored' : word === 'success' ? 'success' : 'failure', startedAt)
      return value
    },
    row() {
      const counts = window.tally(world.now())
      const rate = (of: number) => (counts.calls > 0 && counts.calls >= minimumCalls ? (of * 100) / counts.calls : null)
      const halfOpen = state === 'HALF_OPEN'
      return {
        state, ...counts, failureRate: rate(counts.failures), slowRate: rate(counts.slow), opens, rejected, lateResults,
        remainingWaitMs: state === 'OPEN' ? Math.max(0, openUntil - world.now()) : 0, halfOpenPermits: halfOpen ? permits : 0, halfOpenRecorded: halfOpen ? counts.calls : 0,
      }
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
