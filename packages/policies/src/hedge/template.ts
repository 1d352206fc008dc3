// The race of attempts as text; wrap.ts is the same as a closure. Both only call runtime.ts and flight.ts.
import { code } from '@resilience4cata/core/build/code'
import type { Racing, Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'hedge',

  capabilities: (written) => (written.has('hedgeOn') || written.has('abortOn') ? ['lists'] : []),

  // the weaver has no second frame yet
  refuses: () => 'a hedge is interpreted',

  weave(at) {
    const { instance, scope } = at
    const attempt = at.local('attempt')
    const run = (start: string) => code`${at.use('fly')}(${instance}, ${start}${scope && `, ${scope}`})`
    return {
      kind: 'races',
      ticket: attempt,
      begin: code`${instance}.ready()`,
      // the attempts are functions that return and throw; the promise is the hedge's
      open: () => code``,
      answer: run(attempt),
      isOpen: code`!${attempt}.scope.lost`,
      admitted: code`${attempt}.admit()`,
      resolve: (value) => code`return ${value}`,
      reject: (failure) => code`return ${at.use('rejectedPromise')}(${failure})`,
      scope: code`${attempt}.scope`,
      run: (start) => run(start.lines.join('\n')),
    } satisfies Racing
  },
}
