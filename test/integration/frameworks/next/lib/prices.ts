import { attemptSignal, Fallback, Retry, Timeout } from 'resilience4cata'

/** What the pages and routes of the server ask. */
export class Prices {
  @Retry({ maxAttempts: 4, delay: '5ms' })
  async price(sku: string): Promise<string> {
    // while a page is rendered, React answers equal requests without a signal from one answer: each attempt would be told what the first was told
    const response = await fetch(`${process.env.BACKEND}/busy/${sku}`, { cache: 'no-store', signal: attemptSignal() })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await response.text()
  }

  @Retry({ maxAttempts: 3, delay: '5ms' })
  @Timeout('2s')
  @Fallback('lastKnown')
  async offer(sku: string): Promise<string> {
    const response = await fetch(`${process.env.BACKEND}/down/${sku}`, { cache: 'no-store' })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await response.text()
  }

  lastKnown(sku: string, failure: unknown): string { return `last known of ${sku}: ${(failure as Error).message}` }
}
