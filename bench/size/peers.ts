// What a user would otherwise install, imported as one would: what the named policies need and no more.

export interface Peer { readonly peer: string; readonly what: string; readonly imports: string }

export const peers: readonly Peer[] = [
  { peer: 'cockatiel', what: 'retry', imports: `export { retry, handleAll, ExponentialBackoff } from 'cockatiel'` },
  { peer: 'cockatiel', what: 'retry, breaker, timeout, bulkhead', imports: `export { retry, handleAll, ExponentialBackoff, circuitBreaker, CountBreaker, timeout, TimeoutStrategy, bulkhead, wrap } from 'cockatiel'` },
  { peer: 'p-retry', what: 'retry', imports: `export { default as retry } from 'p-retry'` },
  { peer: 'opossum, p-retry, p-limit', what: 'retry, breaker, timeout, bulkhead', imports: `export { default as breaker } from 'opossum'; export { default as retry } from 'p-retry'; export { default as limit } from 'p-limit'` },
  { peer: 'mollitia', what: 'retry', imports: `export { Circuit, Retry } from 'mollitia'` },
  { peer: 'mollitia', what: 'retry, breaker, timeout, bulkhead', imports: `export { Circuit, Retry, SlidingCountBreaker, Timeout, Bulkhead } from 'mollitia'` },
  { peer: 'effect', what: 'retry', imports: `import { Effect } from 'effect'; export const run = (fn) => Effect.runPromise(Effect.retry(Effect.tryPromise(fn), { times: 2 }))` },
  {
    peer: 'effect', what: 'retry, breaker, timeout, bulkhead',
    imports: `import { Effect, Schedule, Semaphore } from 'effect'; import { CircuitBreaker } from 'effect/persistence'
      export const permits = Semaphore.makeUnsafe(10)
      export const breaker = CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(5), openDuration: '10 seconds' }).pipe(Effect.provide(CircuitBreaker.layerStoreMemory()))
      export const run = (fn, breaker) => Effect.runPromise(Effect.retry(permits.withPermits(1)(Effect.timeout(Effect.tryPromise(fn), 2000)).pipe(breaker.execute({ key: 'prices' })), Schedule.exponential(100)))`,
  },
]
