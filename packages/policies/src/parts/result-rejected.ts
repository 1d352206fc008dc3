import type { Instance } from '@resilience4cata/core/run/instance'
import { brand, ResilienceError } from '@resilience4cata/core/rejection'
import { rejection } from '@resilience4cata/core/run/stackless'

/** No attempt is left and the last one's result was rejected by the classifier, with `onExhaustedResult: 'throw'`. */
export const ResultRejectedError = /*#__PURE__*/ brand(class ResultRejectedError extends ResilienceError {
  declare readonly code: 'R4C_RESULT_REJECTED'
  /** The rejected result. */
  declare readonly result: unknown
}, 'ResultRejectedError', 'R4C_RESULT_REJECTED')
export type ResultRejectedError = InstanceType<typeof ResultRejectedError>

export function resultRejected(instance: Instance<any>, result: unknown): ResultRejectedError {
  const error = rejection(ResultRejectedError, instance, `the result${instance.id && ' of'}`, ' was rejected by the classifier, and no attempt is left')
  return Object.assign(error, { result, policy: instance.policy })
}
