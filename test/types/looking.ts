// What can be heard and seen. Only the type checker runs this file: a line below `@ts-expect-error` must be wrong, every other must be right.
import { registry } from '@resilience4cata/policies/index'

registry.on('circuitBreaker.*', (event) => event.type === 'circuitBreaker.stateTransition' && event.from === 'CLOSED')
// a failure or a rejected result: what isn't there is undefined
registry.on('retry.gaveUp', ({ failure, result, detail }) => [failure instanceof TypeError, result, detail === 'PUSHBACK'])
registry.on('retry.retrying', (event) => ('failure' in event ? event.failure : event.result))
// @ts-expect-error no such event
registry.on('retry.gaveup', () => {})
// @ts-expect-error no such field
registry.on('retry.gaveUp', ({ attempt }) => attempt)
// @ts-expect-error no such detail
registry.on('retry.gaveUp', ({ detail }) => detail === 'PUSH_BACK')

const { version, retry, circuitBreaker, bulkhead, timeout } = registry.snapshot()
export const seen: readonly [1, number | undefined] = [version, retry[0]?.budget?.allowedRetries]
export const open: readonly string[] = circuitBreaker.filter(({ state, remainingWaitMs = 0 }) => state === 'OPEN' && remainingWaitMs > 0).map(({ instance }) => instance)
export const used = bulkhead.map((row): number => (row.config === null ? 0 : row.inUse / row.max))
// @ts-expect-error a row that is wrong has no counts
export const late: readonly number[] = timeout.map(({ lateSettled }) => lateSettled)
// @ts-expect-error no such state
circuitBreaker.filter(({ state }) => state === 'open')
