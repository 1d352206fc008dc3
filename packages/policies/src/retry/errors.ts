import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** No attempt is left and the last one's result was rejected by the classifier, with `onExhaustedResult: 'throw'`. */
export const ResultRejectedError = /*#__PURE__*/ brand(class ResultRejectedError extends ResilienceError {
  declare readonly code: 'R4C_RESULT_REJECTED'
  /** The rejected result. */
  declare readonly result: unknown
}, 'ResultRejectedError', 'R4C_RESULT_REJECTED', 'retry')
export type ResultRejectedError = InstanceType<typeof ResultRejectedError>
