// The loop as text; wrap.ts is the same loop as a closure. Both only call runtime.ts.
import { code, expression, further, unblocked, type Code } from '@resilience4cata/core/build/code'
import type { Place, Repeating, Template, Written } from '@resilience4cata/core/build/template'
import { isKeyed } from '@resilience4cata/core/keys'
import { LONGEST } from '@resilience4cata/runtime/sleep'

const BUDGET = ['budgetPercent', 'budgetMinRetriesPerSecond', 'budgetWindow']
// what may be said of every attempt without a plan
const PLAIN = [['backoff', 'exponential'], ['jitter', 'full'], ['enabled', true]] as const
const LISTS = ['retryOn', 'abortOn']

export const template: Template = {
  factory: 'retry',

  capabilities(written: Written, mode) {
    const capabilities: string[] = []
    if (LISTS.some((option) => written.has(option))) capabilities.push('retryLists')
    if (PLAIN.some(([option, value]) => written.has(option) && written.literal(option) !== value)) capabilities.push('planned')
    if (written.has('maxDuration')) capabilities.push('maxDuration')
    // what a key is for
    if (BUDGET.some((option) => written.has(option)) || isKeyed(written)) capabilities.push('budget')
    if (mayWaitLong(written)) capabilities.push('longWaits')
    if (mode === 'sync') capabilities.push('sync')
    return capabilities
  },

  weave(at) {
    const attempts = at.local('attempts')
    const startedAt = at.written.has('maxDuration') ? at.local('startedAt') : undefined
    return {
      kind: 'repeats',
      ready: code`${at.instance}.ready()`,
      attempts,
      begin: code`
        let ${attempts} = ${at.instance}.start()
        ${startedAt && `const ${startedAt} = ${at.use('startOf')}(${at.instance})`}`,
      failed: (failure, giveUp) => failed(at, attempts, startedAt, failure, giveUp),
      judged: (outcome) => judged(at, attempts, startedAt, outcome),
      around: {
        begin: code`
          ${at.instance}.start()
          ${startedAt && `const ${startedAt} = ${at.use('startOf')}(${at.instance})`}`,
        again: (failure, attempt, giveUp) => again(at, startedAt, failure, attempt, giveUp),
      },
    } satisfies Repeating
  },
}

const mayWaitLong = (written: Written) => ['maxDelay', 'maxRetryAfter'].some((option) => written.has(option) && !((written.literal(option) as number) <= LONGEST))

function failed(at: Place, attempts: string, startedAt: string | undefined, failure: string, giveUp: Code): Code {
  if (at.scope && at.mode === 'async') {
    return code`
      if (${at.use('willPause')}(${at.scope}, ${list(`${at.instance}, ${failure}`, at)}, ++${attempts}${further([startedAt])})) {
        if (await ${at.use('pauseAsDecided')}(${at.instance})) continue
        ${failure} = ${at.scope}.reason
      }
      ${unblocked(giveUp)}`
  }
  const failed = `${list(failure, at)}, ++${attempts}${rest(at, startedAt)}`
  const decision = at.scope ? `${at.use('decideUnless')}(${at.instance}, ${failed})` : `${at.instance}.onFailure(${failed})`
  return code`
    if (${decision} < 0) ${giveUp}
    ${at.mode === 'async' && `await ${at.instance}.pause()`}`
}

function judged(at: Place, attempts: string, startedAt: string | undefined, outcome: string): Code {
  const decision = `${at.use(at.mode === 'sync' ? 'afterSyncAttempt' : 'afterAttempt')}(${at.instance}, ${list(outcome, at)}, ++${attempts}${rest(at, startedAt)})`
  if (at.mode === 'sync') return code`if (${decision} < 0) break`
  const delay = at.local('delay')
  return code`
    const ${delay} = ${decision}
    if (${delay} < 0) break
    ${at.scope ? left(at, delay, attempts, outcome) : code`await ${at.instance}.pause(${delay})`}`
}

const left = (at: Place, delay: string, attempts: string, outcome: string) => code`
  if (!(await ${at.use('pauseUnless')}(${at.instance}, ${delay}, ${at.scope!}, ${attempts}, ${outcome}.what, !${outcome}.thrown))) {
    ${outcome}.fail(${at.scope!}.reason)
    break
  }`

function again(at: Place, startedAt: string | undefined, failure: string, attempt: string, giveUp: Code | undefined): Code {
  const given = further([giveUp && expression(giveUp), startedAt, at.scope])
  return code`${at.use(at.scope ? 'againUnless' : 'again')}(${at.instance}, ${list(failure, at)}, ${attempt}${given})`
}

const list = (outcome: string, { declared }: Place) => `[${declared ? `${outcome}, ${declared}` : outcome}]`

const rest = ({ scope }: Place, startedAt: string | undefined) => further([startedAt, scope])
