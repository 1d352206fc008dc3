// Why a retry stops. A decision is one of these, or the time to wait: 0 goes on at once. Nothing else is in this file: a bundler then puts the numbers where they are used.
export const MAX_ATTEMPTS = -1
export const MAX_DURATION = -2
export const NOT_RETRYABLE = -3
export const INTERRUPTED = -4
export const CLASSIFIER_FAILED = -5
export const BUDGET_EXHAUSTED = -6
export const ARGUMENT_CONSUMED = -7

// a function that fails at once and is retried at once lets others run every so often
export const TURN_EVERY = 16
