// The admission as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code } from '@resilience4cata/core/build/code'
import type { Admitting, Template } from '@resilience4cata/core/build/template'
import { asksOf } from '../parts/asking.ts'
import { admission } from '../parts/waiting-text.ts'

export const template: Template = {
  factory: 'adaptiveLimit',

  capabilities(written, mode) {
    const capabilities: string[] = []
    if (written.has('dropOn')) capabilities.push('lists')
    if (written.has('latencyThreshold')) capabilities.push('latency')
    if (mode === 'sync') capabilities.push('sync')
    else if (written.has('maxWait')) capabilities.push('adaptiveLimitWaiting')
    return capabilities
  },

  weave(at) {
    const { instance, scope } = at
    const permit = at.local('permit')
    const startedAt = at.written.has('latencyThreshold') ? at.local('startedAt') : undefined
    const begins = startedAt && `${startedAt} = ${at.use('latencyStart')}(${instance})`
    // the time in line is no latency
    const { acquire, ...rest } = admission(at, permit, code`${instance}.rejection()`, begins)
    const drop = code`${instance}.onCancelled(${permit})`
    const fail = (failure: string) => code`${instance}.onFailure(${permit}, ${failure})`
    return {
      kind: 'admits',
      begin: code`${instance}.ready()`,
      permit: { name: permit, none: '-1' },
      ...(startedAt && { beside: [startedAt], reading: code`${startedAt}` }),
      acquire: begins ? code`(${begins}, ${acquire})` : acquire,
      ...rest,
      succeed: code`${instance}.onSuccess(${permit}${startedAt && `, ${startedAt}`})`,
      // what fails because its caller has left says nothing
      fail: (failure) => (scope ? code`if (${scope}?.aborted) ${drop}\nelse ${fail(failure)}` : fail(failure)),
      record: (outcome) => code`${at.use('sampleOutcome')}(${instance}, ${permit}, ${outcome}${startedAt ? `, ${startedAt}` : scope && ', undefined'}${scope && `, ${scope}`})`,
      drop,
      asks: asksOf(at.written, ['dropOn']),
    } satisfies Admitting
  },
}
