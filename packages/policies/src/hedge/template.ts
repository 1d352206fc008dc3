// The race of attempts as text; wrap.ts is the same as a closure. Both only call runtime.ts and flight.ts.
import { code } from '@resilience4cata/core/build/code'
import type { Running, Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'hedge',

  capabilities: (written) => [...(written.has('hedgeOn') || written.has('abortOn') ? ['lists'] : []), ...(written.has('dispose') ? ['disposal'] : [])],

  weave(at) {
    const { instance, scope } = at
    const flight = at.local('flight')
    const attempt = at.local('attempt')
    return {
      kind: 'runs',
      begin: code`${instance}.ready()`,
      ticket: attempt,
      reading: at.local('now'),
      open: (start) => code`const ${flight} = ${at.use(at.judged ? 'flyJudged' : 'fly')}(${instance}, ${start}${scope && `, ${scope}`})`,
      answer: code`${flight}.answer`,
      attempts: `${flight}.launched`,
      verdict: `${flight}.verdict`,
      tells: (verdict) => code`${attempt}.verdict = ${verdict}`,
      admitted: code`${attempt}.admit()`,
      resolve: (value) => code`${attempt}.resolve(${value})`,
      reject: (failure) => code`${attempt}.reject(${failure})`,
      scope: code`${attempt}`,
    } satisfies Running
  },
}
