// The race as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code, expression } from '@resilience4cata/core/build/code'
import type { Racing, Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'timeout',

  capabilities: () => [],

  // the weaver has no second frame yet
  refuses: () => 'a timeout is interpreted',

  weave(at) {
    const { instance, scope } = at
    const race = at.local('race')
    const answer = at.local('answer')
    const failure = at.local('failure')
    return {
      kind: 'races',
      ticket: race,
      begin: code`${instance}.ready()`,
      open: (permits) => code`
        const ${race} = ${instance}.begin(${permits.join(', ')}), ${answer} = ${instance}.promise()
        ${scope && `${at.use('leaveWith')}(${instance}, ${race}, ${scope})`}`,
      answers(permits, fail, drop) {
        const told = code`(${[failure, ...permits].join(', ')}) => { ${expression(fail(failure))} }`
        return scope ? code`${at.use('outside')}(${told}, (${permits.join(', ')}) => { ${expression(drop)} })` : code`${at.use('outside')}(${told})`
      },
      answer: code`${answer}`,
      isOpen: code`${race}.open`,
      resolve: (value) => code`${instance}.onSuccess(${race}, ${value})`,
      reject: (failure) => code`${instance}.onFailure(${race}, ${failure})`,
      scope: code`${at.use('scopeOf')}(${instance}, ${race}${scope && `, ${scope}`})`,
    } satisfies Racing
  },
}
