// The loop as text; wrap.ts is the same loop as a closure. Both only call runtime.ts.
import { code, expression, type Code } from '@resilience4cata/core/build/code'
import type { Place, Repeating, Template, Written } from '@resilience4cata/core/build/template'
import { isKeyed } from '@resilience4cata/core/keys'
import { LONGEST } from '@resilience4cata/runtime/sleep'

const BUDGET = ['budgetPercent', 'budgetMinRetriesPerSecond', 'budgetWindow']
const LISTS = ['retryOn', 'abortOn']

export const template: Template = {
  factory: 'retry',

  capabilities(written: Written, mode) {
    const capabilities: string[] = []
    if (LISTS.some((option) => written.has(option))) capabilities.push('retryLists')
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
  const decision = `${deciding(at)}.onFailure(++${attempts}, ${failure}${rest(at, startedAt)})`
  if (at.mode === 'sync') return code`if (${decision} < 0) ${giveUp}`
  const delay = at.local('delay')
  if (!at.scope) {
    return code`
      const ${delay} = ${decision}
      if (${delay} < 0) ${giveUp}
      await ${at.instance}.pause(${delay})`
  }
  return code`
    let ${delay} = ${decision}
    if (${delay} >= 0 && !(await ${at.use('pauseUnless')}(${at.instance}, ${delay}, ${at.scope}, ${attempts}, ${failure}))) {
      ${delay} = -1
      ${failure} = ${at.scope}.reason
    }
    if (${delay} < 0) ${giveUp}`
}

function judged(at: Place, attempts: string, startedAt: string | undefined, outcome: string): Code {
  const decision = `${at.use('afterAttempt')}(${deciding(at)}, ++${attempts}, ${outcome}${rest(at, startedAt)})`
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
  const more = startedAt !== undefined || at.scope !== undefined
  const args = at.declared ? [`[${at.declared}]`] : more ? ['undefined'] : []
  const given = [at.instance, failure, attempt, ...(giveUp ? [expression(giveUp)] : args.length > 0 ? ['undefined'] : []), ...args].join(', ')
  return code`${at.use(at.scope ? 'againUnless' : 'again')}(${given}${rest(at, startedAt)})`
}

/** The retry, told of the arguments of the call; a function without parameters has none that it could have consumed. */
const deciding = (at: Place) => (at.declared ? `${at.use('consumed')}(${at.instance}, ${at.declared})` : at.instance)

const rest = ({ scope }: Place, startedAt: string | undefined) => (scope ? `, ${startedAt ?? 'NaN'}, ${scope}` : startedAt ? `, ${startedAt}` : '')
