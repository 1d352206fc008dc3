import { expect } from 'vitest'
import { LoneLayer } from '@resilience4cata/testing/lone-layer'
import { CircuitBreakerHandle, room } from './index.ts'
import type { CircuitBreaker } from './runtime.ts'

export const BRK = { windowSize: 2, minimumCalls: 2, failureRate: 50, waitInOpen: 1000, halfOpenCalls: 1 }
export const failure = new Error('x')
export const refused = (state: string, retryAfterMs?: number) => ['err', expect.objectContaining({ name: 'CallNotPermittedError', state, retryAfterMs })]

/** For tests: a breaker on a manual clock whose bodies succeed (S), fail (F), or hang until the test ends them. */
export class Case extends LoneLayer<CircuitBreaker> {
  readonly handle: CircuitBreakerHandle
  constructor(written: object = BRK) {
    super(room, written)
    this.handle = new CircuitBreakerHandle(this.instance)
  }

  S() { return this.stateOf(this.call(() => 'ok')) }
  F(error: unknown = failure) { return this.stateOf(this.call(() => Promise.reject(error))) }

  hanging() {
    let resolve!: (value: unknown) => void
    let reject!: (error: unknown) => void
    const promise = this.call(() => new Promise((ok, err) => { [resolve, reject] = [ok, err] }))
    return { promise, resolve, reject }
  }

  get transitions(): string[] { return this.events.filter(([name]) => name === 'stateTransition').map(([, { from, to, reason }]: [string, any]) => `${from} → ${to} ${reason}`) }
}

/** The same, opened by hand and with its wait over. */
export async function opened(written: object = BRK): Promise<Case> {
  const layer = new Case(written)
  layer.handle.open()
  await layer.advance(layer.instance.waitMs)
  return layer
}
