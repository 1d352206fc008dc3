// A function that returns a promise enters Effect with tryPromise and leaves it with runPromise, once per call.
import { Effect, Layer, Scope, Semaphore } from 'effect'
import { CircuitBreaker, RateLimiter } from 'effect/persistence'

const enter = (work) => Effect.tryPromise(work)
const run = (effect) => () => Effect.runPromise(effect)
const again = (effect) => Effect.retry(effect, { times: 2 })
const deadline = (effect) => Effect.timeout(effect, 2000)
const limit = (effect) => Semaphore.makeUnsafe(10).withPermits(1)(effect)
const breaker = async (effect, tripPolicy = CircuitBreaker.rate({ threshold: 0.5, size: 100, minimumCalls: 10 })) => {
  const scope = Effect.runSync(Scope.make())
  const made = await Effect.runPromise(CircuitBreaker.make({ tripPolicy, openDuration: 3_600_000 }).pipe(Scope.provide(scope), Effect.provide(Layer.fresh(CircuitBreaker.layerStoreMemory()))))
  return effect.pipe(made.execute({ key: 'prices' }))
}
const rate = async (effect) => {
  const withLimit = await Effect.runPromise(RateLimiter.makeWithRateLimiter.pipe(Effect.provide(RateLimiter.layer), Effect.provide(RateLimiter.layerStoreMemory)))
  return effect.pipe(withLimit({ algorithm: 'fixed-window', onExceeded: 'fail', window: 1000, limit: 1_000_000_000, key: 'prices' }))
}

export const refusals = { CallNotPermittedError: (error) => !/down/.test(String(error.cause ?? '')) && /circuit|breaker|open/i.test(`${error.name} ${error._tag} ${error.message}`) }

export const cases = {
  'retry': (work) => run(again(enter(work))),
  'circuit breaker': async (work) => run(await breaker(enter(work))),
  'timeout': (work) => run(deadline(enter(work))),
  'bulkhead': (work) => run(limit(enter(work))),
  'rate limiter': async (work) => run(await rate(enter(work))),
  'retry, breaker, bulkhead': async (work) => run(again(await breaker(limit(enter(work))))),
  'breaker, timeout, bulkhead': async (work) => run(await breaker(deadline(limit(enter(work))))),
  'one deadline around a retry': (work) => run(deadline(again(enter(work)))),
  'full stack': async (work) => run(again(await breaker(deadline(limit(enter(work)))))),
  'one failure: retry': (work) => run(again(enter(work))),
  'open breaker': async (work) => run(await breaker(enter(work), CircuitBreaker.consecutive(1))),
}
