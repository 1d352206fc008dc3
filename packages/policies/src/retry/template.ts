// The loop as text; wrap.ts is the same loop as a closure. Both only call runtime.ts.
import { code, type Code } from '@resilience4cata/core/build/code'
import type { Place, Repeating, Template, Written } from '@resilience4cata/core/build/template'

const BUDGET = ['budgetPercent', 'budgetMinRetriesPerSecond', 'budgetWindow']
const LISTS = ['retryOn', 'abortOn']

export const template: Template = {
  factory: 'retry',

  capabilities(written: Written, mode) {
    const capabilities: string[] = []
    if (LISTS.some((option) => written.has(option))) capabilities.push('retryLists')
    if (written.has('maxDuration')) capabilities.push('maxDuration')
    if (BUDGET.some((option) => written.has(option))) capabilities.push('budget')
    if (mode === 'sync') capabilities.push('sync')
    return capabilities
  },

  refuses: (written) => (written.has('classifier') ? 'a classifier on the retry is interpreted' : undefined),

  weave(at) {
    const attempts = at.local('attempts')
    const startedAt = at.written.has('maxDuration') ? at.local('startedAt') : undefined
    return {
      kind: 'repeats',
      attempts,
      begin: code`
        let ${attempts} = ${at.instance}.start()
        ${startedAt && `const ${startedAt} = ${at.use('startOf')}(${at.instance})`}`,
      failed: (failure, giveUp) => failed(at, attempts, startedAt, failure, giveUp),
      around: (failure, attempt, giveUp) => around(at, startedAt, failure, attempt, giveUp),
    } satisfies Repeating
  },
}

function failed(at: Place, attempts: string, startedAt: string | undefined, failure: string, giveUp: Code): Code {
  const decision = `${at.instance}.onFailure(++${attempts}, ${failure}${rest(startedAt, at.scope)})`
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
    if (${delay} >= 0 && !(await ${at.use('pauseUnless')}(${at.instance}, ${delay}, ${at.scope}, ${attempts}, ${failure}))) [${delay}, ${failure}] = [-1, ${at.scope}.reason]
    if (${delay} < 0) ${giveUp}`
}

function around(at: Place, startedAt: string | undefined, failure: string, attempt: Code, giveUp: Code | undefined): Code {
  const loop = at.use(at.scope ? 'againUnless' : 'again')
  return code`${loop}(${at.instance}, ${failure}, ${attempt}, ${giveUp ?? 'undefined'}${rest(startedAt, at.scope)})`
}

const rest = (startedAt: string | undefined, scope: string | undefined) => (scope ? `, ${startedAt ?? 'NaN'}, ${scope}` : startedAt ? `, ${startedAt}` : '')
