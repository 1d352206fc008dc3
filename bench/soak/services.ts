// What soaks: sites of every kind, as an application would have them. All wait for milliseconds, so that much happens in little time.
import { AdaptiveLimit, attemptSignal, Bulkhead, CancelWith, CircuitBreaker, Fallback, Hedge, Mode, pipeline, PolicyOrder, RateLimiter, resilient, Retry, Timeout } from 'resilience4cata'
import type { Far } from './far.ts'

export class Services {
  constructor(private far: Far) {}

  @CancelWith((_n, signal) => signal)
  @Fallback('lastKnown')
  @Retry({ maxAttempts: 3, delay: '2ms', budgetPercent: 50 })
  @CircuitBreaker({ name: 'prices', windowSize: 40, failureRate: 60, waitInOpen: '20ms', slowCallDuration: '15ms' })
  @Timeout('20ms')
  @Bulkhead({ maxConcurrent: 40 })
  async price(_n: number, _signal?: AbortSignal): Promise<number> {
    const found = await this.far.find()
    return found.cents / 100
  }
  lastKnown(): number { return 0 }

  @CancelWith((signal) => signal)
  @Hedge({ delay: '3ms', budgetPercent: 50 })
  @Timeout('20ms')
  async search(_signal?: AbortSignal): Promise<number> {
    const found = await this.far.find({ signal: attemptSignal() })
    return found.cents
  }

  @CancelWith((signal) => signal)
  @RateLimiter({ name: 'orders', permits: 20, period: '10ms', maxWait: '30ms' })
  @AdaptiveLimit({ name: 'orders', initialLimit: 10, maxWait: '20ms' })
  @Timeout('20ms')
  @Bulkhead({ name: 'orders', maxConcurrent: 8, maxWait: '10ms' })
  async order(_signal?: AbortSignal): Promise<number> {
    const found = await this.far.find()
    return found.cents
  }

  @PolicyOrder('timeout', 'retry')
  @CancelWith((signal) => signal)
  @Timeout('15ms')
  @Retry({ maxAttempts: 5, delay: '4ms' })
  async report(_signal?: AbortSignal): Promise<number> {
    const found = await this.far.find()
    return found.cents
  }

  @CircuitBreaker({ name: 'tenants', windowSize: 10, waitInOpen: '10ms', key: (tenant: number) => `tenant-${tenant}`, maxKeys: 64 })
  @Timeout('20ms')
  @Bulkhead({ name: 'tenants', maxConcurrent: 4, key: (tenant: number) => `tenant-${tenant}`, maxKeys: 64 })
  async tenant(_tenant: number): Promise<number> {
    const found = await this.far.find()
    return found.cents
  }

  @Mode('sync')
  @Retry({ delay: '0' })
  @CircuitBreaker({ name: 'rates', windowSize: 40, waitInOpen: '10ms' })
  @Bulkhead({ name: 'rates', maxConcurrent: 4 })
  rate(): number { return this.far.now() / 100 }
}

/** A site inside a function: policies of its own for each passage. */
export const once = (far: Far) => resilient({ retry: { delay: '1ms' }, circuitBreaker: {}, timeout: '15ms' }, async () => (await far.find()).cents)()

export const uncompiled = pipeline('reports', { retry: { delay: '2ms' }, timeout: '15ms', bulkhead: { maxConcurrent: 20, maxWait: '5ms' } })
