import { expect, expectTypeOf, it } from 'vitest'
import type { Events } from './events.ts'
import { registry } from './registry.ts'
import { rooms } from './rooms.ts'

const EVENTS: Record<keyof Events, true> = {
  'adaptiveLimit.limitChanged': true, 'adaptiveLimit.rejected': true, 'bulkhead.rejected': true,
  'circuitBreaker.rejected': true, 'circuitBreaker.reset': true, 'circuitBreaker.stateTransition': true, 'circuitBreaker.thresholdExceeded': true,
  'fallback.applied': true, 'fallback.failed': true,
  'hedge.failed': true, 'hedge.hedged': true, 'hedge.skipped': true, 'hedge.won': true,
  'rateLimiter.rejected': true, 'rateLimiter.waited': true,
  'registry.keyOverflow': true, 'registry.overrideIgnored': true, 'registry.reconfigured': true,
  'retry.gaveUp': true, 'retry.retrying': true,
  'timeout.lateSettled': true, 'timeout.timedOut': true,
}

it('are those that the rooms publish', () => {
  const published = Object.values(rooms).flatMap(({ traits, events }) => events.names.map((name) => `${traits.layer}.${name}`))
  expect(Object.keys(EVENTS).filter((type) => !type.startsWith('registry.')).sort()).toEqual(published.sort())
})

it('give a listener their fields', () => {
  const listens = () => {
    registry.on('retry.gaveUp', (event) => { expectTypeOf(event.reason).toExtend<string>() })
    registry.on('circuitBreaker.*', (event) => { expectTypeOf(event.type).toExtend<`circuitBreaker.${string}`>() })
    // @ts-expect-error nobody publishes it
    registry.on('retry.gaveup', () => {})
  }
  expectTypeOf(listens).toBeFunction()
})
