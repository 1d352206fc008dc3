// The door of `resilience4cata/http`: what answers of HTTP servers mean.
export { httpClassifier } from './http-classifier.ts'
export { retryAfterMs, type Headers } from './retry-after.ts'
