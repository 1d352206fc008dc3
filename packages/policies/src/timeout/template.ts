// The race as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code, expression } from '@resilience4cata/core/build/code'
import type { LookingBack, Racing, Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'timeout',

  capabilities: (written) => (written.has('dispose') ? ['disposal'] : []),

  weave(at) {
    const { instance, scope } = at
    if (at.mode === 'sync') return looksBack(instance, at.local('startedAt'), at.use)
    const race = at.local('race')
    const answer = at.local('answer')
    const shared = at.written.has('name')
    return {
      kind: 'races',
      begin: code`${instance}.ready()`,
      shared,
      open: (permits, reading, teller, attempt) => code`
        const ${race} = ${instance}.begin(${reading})${attempt === undefined && `, ${answer} = ${race}.promise()`}
        ${permits.map((permit, i) => code`${race}.note${i} = ${permit}`)}
        ${teller && `${teller}(${race})`}
        ${attempt ? `${at.use('answerThrough')}(${race}, ${attempt})` : scope && `${at.use('leaveWith')}(${race}, ${scope})`}`,
      answers(failure, permits, fail, drop, asks) {
        const noted = permits.length > 0 ? `{ ${permits.map((permit, i) => `note${i}: ${permit}`).join(', ')} }` : ''
        const told = `(${failure}${noted && `, ${noted}`}) => { ${expression(fail)} }`
        const by = shared ? (asks ? 'tellLater' : 'tell') : asks ? 'outsideLater' : 'outside'
        return code`${at.use(by)}(${scope ? `/*#__PURE__*/ ${at.use('unlessLeft')}(${told}, (${noted}) => { ${expression(drop)} })` : told})`
      },
      answer: code`${answer}`,
      isOpen: code`${race}.open`,
      resolve: (value) => code`${race}.resolve(${value})`,
      reject: (failure) => code`${race}.reject(${failure})`,
      scope: code`${at.use('scopeOf')}(${race}${scope && `, ${scope}`})`,
    } satisfies Racing
  },
}

/** Nothing cuts a function that doesn't wait: what it ends with is looked at when it does. */
const looksBack = (instance: string, startedAt: string, use: (exported: string) => string): LookingBack => ({
  kind: 'looks back',
  begin: code`${instance}.ready()`,
  starts: code`const ${startedAt} = ${use('syncStart')}(${instance})`,
  ended: (outcome) => code`${use('lookBack')}(${instance}, ${startedAt}, ${outcome})`,
})
