import type { FallbackPart } from '../program.ts'
import { show } from '../outcomes.ts'
import { isAmong, type Call, type Policy } from './layer.ts'

/** What the handler of each program is. */
export const answerOf = ({ ends }: FallbackPart, failure: unknown, attempts: number, note: (text: string) => void): unknown => {
  note(`fallback for ${show(failure)} after ${attempts}`)
  if (ends === 'returns') return 'instead'
  const own = new Error('fallback failed')
  if (ends === 'throws') throw own
  return Promise.reject(own)
}

export const fallback = (note: (call: Call, text: string) => void): Policy<FallbackPart> => (part, world, offered) => {
  let { applyOn = ['throwable'], skipOn = [], onCancel = false } = part
  return {
    around: (next) => function* (call) {
      try {
        return yield* next(call)
      } catch (failure) {
        const cancelled = call.stop?.aborted === true && !onCancel
        if (cancelled || isAmong(skipOn, failure) || !isAmong(applyOn, failure)) throw failure
        const attempts = (offered && call.attempts) || 1
        try {
          const answer: unknown = yield answerOf(part, failure, attempts, (text) => note(call, text))
          world.publish('fallback.applied', { failure, attempts })
          return answer
        } catch (fallbackFailure) {
          world.publish('fallback.failed', { failure, fallbackFailure })
          throw fallbackFailure
        }
      }
    },
    configure(changed) { ({ applyOn, skipOn, onCancel } = { applyOn, skipOn, onCancel, ...changed }) },
  }
}
