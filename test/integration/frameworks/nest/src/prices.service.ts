import { Inject, Injectable } from '@nestjs/common'
import { CircuitBreaker, Fallback, Retry } from 'resilience4cata'

@Injectable()
export class Backend {
  async get(path: string): Promise<string> {
    const response = await fetch(`${process.env.BACKEND}${path}`)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await response.text()
  }
}

@Injectable()
export class PricesService {
  // one dependency by its type, which is metadata; one by a parameter's decorator
  constructor(private readonly backend: Backend, @Inject(Backend) private readonly same: Backend) {}

  @Retry({ maxAttempts: 4, delay: '5ms' })
  @CircuitBreaker({ name: 'backend' })
  async price(sku: string): Promise<string> { return await this.backend.get(`/busy/${sku}`) }

  @Retry({ maxAttempts: 3, delay: '5ms' })
  @Fallback('lastKnown')
  async offer(sku: string): Promise<string> { return await this.same.get(`/down/${sku}`) }

  lastKnown(sku: string, failure: unknown): string { return `last known of ${sku}: ${(failure as Error).message}` }
}
