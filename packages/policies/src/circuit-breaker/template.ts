// The admission as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code, further } from '@resilience4cata/core/build/code'
import type { Admitting, Template } from '@resilience4cata/core/build/template'
import { asksOf } from '../parts/asking.ts'

export const template: Template = {
  factory: 'circuitBreaker',

  capabilities(written) {
    const capabilities: string[] = []
    if (written.has('windowDuration')) capabilities.push('timeWindow')
    if (written.has('slowCallDuration')) capabilities.push('slowCalls')
    if (written.has('waitInOpenMultiplier') || written.has('waitInOpenJitter')) capabilities.push('openWaits')
    if (written.has('recordOn') || written.has('ignoreOn')) capabilities.push('recordLists')
    if (written.has('ownRejections')) capabilities.push('ownRejections')
    return capabilities
  },

  weave(at) {
    const permit = at.local('permit')
    const startedAt = at.written.has('slowCallDuration') ? at.local('startedAt') : undefined
    const rest = startedAt ? `, ${startedAt}` : ''
    const drop = code`${at.instance}.onCancelled(${permit})`
    const own = at.written.has('ownRejections')
    const fail = (failure: string) => (own ? code`${at.use('failWithin')}(${at.instance}, ${permit}, ${failure}, ${at.inside}${rest})` : code`${at.instance}.onFailure(${permit}, ${failure}${rest})`)
    const more = further([startedAt, at.scope, own ? at.inside : undefined])
    return {
      kind: 'admits',
      begin: code`${at.instance}.ready()`,
      permit: { name: permit, none: '-1' },
      ...(startedAt && { beside: [startedAt], reading: code`${startedAt}` }),
      acquire: code`${at.instance}.acquire(${startedAt && `${startedAt} = ${at.use('attemptStart')}(${at.instance})`})`,
      refused: (value) => code`${value} < 0`,
      rejection: code`${at.instance}.rejection()`,
      succeed: code`${at.instance}.onSuccess(${permit}${rest})`,
      // what fails because its caller has left is nobody's failure
      fail: (failure) => (at.scope ? code`if (${at.scope}?.aborted) ${drop}\nelse ${fail(failure)}` : fail(failure)),
      record: (outcome) => code`${at.use('recordOutcome')}(${at.instance}, ${permit}, ${outcome}${more})`,
      drop,
      asks: asksOf(at.written, ['recordOn', 'ignoreOn']),
    } satisfies Admitting
  },
}
