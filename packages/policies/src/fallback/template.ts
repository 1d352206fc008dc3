// The answer as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code, expression, type Code } from '@resilience4cata/core/build/code'
import type { Answering, Place, Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'fallback',

  capabilities: (written) => (written.has('applyOn') || written.has('skipOn') ? ['lists'] : []),

  inPlace: ['handler'],

  weave(at) {
    return {
      kind: 'answers',
      begin: code`${at.instance}.ready()`,
      answer(failure, attempts) {
        const answer = answering(at, failure, attempts)
        return at.mode === 'sync' ? code`${at.use('atOnce')}(${at.instance}, ${expression(answer)})` : answer
      },
    } satisfies Answering
  },
}

function answering(at: Place, failure: string, attempts: string): Code {
  const method = at.written.literal('method')
  const scope = at.scope && `, ${at.scope}`
  if (typeof method !== 'string') {
    const { text, receiver, args } = at.inPlace('handler') ?? { text: `${at.instance}.written.handler`, receiver: true, args: true }
    const more = [receiver ? at.self : 'undefined', args ? at.args : 'undefined', at.scope ?? 'undefined']
    while (more.at(-1) === 'undefined') more.pop()
    return code`${at.use('answerWith')}(${[at.instance, text, failure, attempts, ...more].join(', ')})`
  }
  return code`${at.use('answerBy')}(${at.instance}, ${failure}, ${attempts}, ${at.self}, ${at.args}, ${at.member(method)}, ${at.arity}${scope})`
}
