// What is weighed and timed: the marks of one method, as a user would write them. `NAME` stands for a name of the site's own.

export const stacks = {
  retry: [`@Retry({ delay: '100ms' })`],
  'circuit breaker': [`@CircuitBreaker({ name: 'NAME' })`],
  'rate limiter': [`@RateLimiter({ permits: 50 })`],
  'adaptive limit': [`@AdaptiveLimit({ initialLimit: 20 })`],
  timeout: [`@Timeout('2s')`],
  bulkhead: [`@Bulkhead({ maxConcurrent: 10 })`],
  hedge: [`@Hedge({ delay: '50ms', budgetPercent: 10 })`],
  fallback: [`@Fallback('lastKnown')`],
  'retry, fallback': [`@Retry({ delay: '100ms' })`, `@Fallback('lastKnown')`],
  'retry, breaker, bulkhead': [`@Retry({ delay: '100ms' })`, `@CircuitBreaker({ name: 'NAME' })`, `@Bulkhead({ maxConcurrent: 10 })`],
  'retry, breaker, limiter, bulkhead': [`@Retry({ delay: '100ms' })`, `@CircuitBreaker({ name: 'NAME' })`, `@RateLimiter({ permits: 50 })`, `@Bulkhead({ maxConcurrent: 10 })`],
  'breaker, timeout, bulkhead': [`@CircuitBreaker({ name: 'NAME' })`, `@Timeout('2s')`, `@Bulkhead({ maxConcurrent: 10 })`],
  'one deadline around a retry': [`@PolicyOrder('timeout', 'retry')`, `@Timeout('2s')`, `@Retry({ delay: '100ms' })`],
  'full stack': [`@Retry({ delay: '100ms' })`, `@CircuitBreaker({ name: 'NAME' })`, `@Timeout('2s')`, `@Bulkhead({ maxConcurrent: 10 })`],
  'hedge stack': [`@Hedge({ delay: '50ms', budgetPercent: 10 })`, `@CircuitBreaker({ name: 'NAME' })`, `@Timeout('2s')`, `@Bulkhead({ maxConcurrent: 10 })`],
  six: [
    `@Bulkhead({ maxConcurrent: 20 })`, `@Timeout('2s')`, `@RateLimiter({ permits: 50, period: '1s' })`, `@CircuitBreaker({ name: 'NAME' })`,
    `@Retry({ maxAttempts: 3, delay: '200ms' })`, `@Fallback('lastKnown')`,
  ],
  seven: [
    `@Bulkhead({ maxConcurrent: 20 })`, `@Timeout('2s')`, `@AdaptiveLimit({ initialLimit: 20 })`, `@RateLimiter({ permits: 50, period: '1s' })`, `@CircuitBreaker({ name: 'NAME' })`,
    `@Retry({ maxAttempts: 3, delay: '200ms' })`, `@Fallback('lastKnown')`,
  ],
} as const satisfies Record<string, readonly string[]>

export type StackName = keyof typeof stacks

/** The import that marks need. */
export const importFor = (marks: readonly string[]): string => {
  const names = [...new Set(marks.flatMap((mark) => [...mark.matchAll(/@(\w+)/g)].map(([, name]) => name!)))].sort()
  return names.length === 0 ? '' : `import { ${names.join(', ')} } from 'resilience4cata'\n`
}
