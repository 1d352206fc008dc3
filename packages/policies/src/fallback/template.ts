// The answer as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code } from '@resilience4cata/core/build/code'
import type { Answering, Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'fallback',

  capabilities: (written) => (written.has('applyOn') || written.has('skipOn') ? ['lists'] : []),

  weave(at) {
    const method = at.written.literal('method')
    const byMethod = typeof method === 'string' ? `${at.member(method)}, ${at.arity}` : undefined
    const answering = at.mode === 'sync' ? `${at.use('answerNow')}(${at.instance}, ` : `${at.instance}.answer(`
    return {
      kind: 'answers',
      begin: code`${at.instance}.ready()`,
      answer: (failure, attempts) => code`${answering}${failure}, ${attempts}, ${at.self}, ${at.args}${rest(byMethod, at.scope)})`,
    } satisfies Answering
  },
}

const rest = (byMethod: string | undefined, scope: string | undefined) => (scope ? `, ${byMethod ?? 'undefined, 0'}, ${scope}` : byMethod ? `, ${byMethod}` : '')
