// The admission as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code } from '@resilience4cata/core/build/code'
import type { Admitting, Template, Written } from '@resilience4cata/core/build/template'
import { abortedOr } from '../parts/waiting-text.ts'

export const template: Template = {
  factory: 'rateLimiter',

  capabilities(written, mode) {
    const capabilities: string[] = []
    if (mayRoll(written)) capabilities.push('rolling')
    if (mode === 'sync') capabilities.push('sync')
    else if (written.has('maxWait')) capabilities.push('waitingTurns')
    return capabilities
  },

  weave({ instance, scope, mode, written }) {
    const waits = mode === 'async' && written.has('maxWait')
    const rejection = code`${instance}.rejection()`
    return {
      kind: 'admits',
      begin: code`${instance}.ready()`,
      acquire: code`${instance}.acquire()`,
      refused: (value) => code`!${value}${waits && ` && !(await ${instance}.wait(${scope ?? ''})).claim(${scope ?? ''})`}`,
      ...(waits && { awaits: true }),
      reading: code`${instance}.at`,
      rejection: waits && scope ? abortedOr(scope, rejection) : rejection,
    } satisfies Admitting
  },
}

const mayRoll = (written: Written) => written.has('window') && written.literal('window') !== 'fixed'
