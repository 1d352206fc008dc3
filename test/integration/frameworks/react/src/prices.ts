import { attemptSignal, Fallback, Retry, Timeout } from 'resilience4cata'

const BACKEND = import.meta.env.VITE_BACKEND

export class Prices {
  readonly #known = new Map([['tea', '900']])

  @Retry({ maxAttempts: 4, delay: '5ms' })
  async price(sku: string): Promise<string> {
    const response = await fetch(`${BACKEND}/busy/${sku}`)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await response.text()
  }

  @Fallback('lastKnown')
  @Timeout('100ms')
  async offer(sku: string): Promise<string> {
    const response = await fetch(`${BACKEND}/hangs/${sku}`, { signal: attemptSignal() })
    return await response.text()
  }

  lastKnown(sku: string): string { return `last known: ${this.#known.get(sku)}` }
}
