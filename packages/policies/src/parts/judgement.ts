// What a classifier's judgement comes to.
import type { Judgement } from '@resilience4cata/core/classifier'

const wordOf = (judgement: Judgement) => (typeof judgement === 'object' ? judgement.verdict : judgement)

/** The value or failure is one that another attempt may make good. */
export const isRejected = (judgement: Judgement | undefined): boolean =>
  judgement !== undefined && (wordOf(judgement) === 'failure' || wordOf(judgement) === 'overload')

/** Milliseconds that the other side asked to wait; 0: it didn't, or named a time that has passed. */
export const hintOf = (judgement: Judgement | undefined): number => Math.max(0, (typeof judgement === 'object' && judgement.retryAfterMs) || 0)
