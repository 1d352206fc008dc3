// A worker whose requests share instances: each waits in lines that others move, and goes by deadlines that others might watch.
import { AdaptiveLimit, Bulkhead, Hedge, RateLimiter, Retry, Timeout } from 'resilience4cata'

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))
const attempts: Record<string, number> = {}

/** Each third request fails at first. */
async function work(path: string, n: number): Promise<string> {
  const key = `${path}/${n}`
  attempts[key] = (attempts[key] ?? 0) + 1
  await pause(3)
  if (n % 3 === 0 && attempts[key] === 1) throw new Error('busy')
  return `${key} ${attempts[key]}`
}

class Backend {
  @Retry({ maxAttempts: 3, delay: '5ms', budgetPercent: 0 })
  @RateLimiter({ permits: 5, period: '10ms', maxWait: '5s', maxQueue: 100 })
  @Timeout('5s')
  @Bulkhead({ maxConcurrent: 4, maxWait: '5s', maxQueue: 100 })
  async all(n: number): Promise<string> { return await work('all', n) }

  @RateLimiter({ permits: 1, period: '10ms', maxWait: '5s', maxQueue: 100 })
  async limited(n: number): Promise<string> { return await work('limited', 3 * n + 1) }

  @Bulkhead({ maxConcurrent: 1, maxWait: '5s', maxQueue: 100 })
  async queued(n: number): Promise<string> { return await work('queued', 3 * n + 1) }

  @AdaptiveLimit({ initialLimit: 2, maxLimit: 2, maxWait: '5s', maxQueue: 100 })
  async adaptive(n: number): Promise<string> { return await work('adaptive', 3 * n + 1) }

  @Retry({ maxAttempts: 2, delay: '1ms', budgetPercent: 0, retryOn: ['CallTimeoutError'] })
  @Timeout('40ms')
  async timed(n: number): Promise<string> {
    const key = `timed/${n}`
    attempts[key] = (attempts[key] ?? 0) + 1
    if (attempts[key] === 1) await pause(1000)
    return `${key} ${attempts[key]}`
  }

  @Hedge({ delay: '20ms', maxAttempts: 2, budgetPercent: 0 })
  async hedged(n: number): Promise<string> {
    const key = `hedged/${n}`
    const attempt = (attempts[key] = (attempts[key] ?? 0) + 1)
    if (attempt === 1) await pause(1000)
    return `${key} ${attempt}`
  }
}

const backend = new Backend()

export default {
  async fetch(request: Request): Promise<Response> {
    const [, path, n] = new URL(request.url).pathname.split('/') as [string, keyof Backend, string]
    return new Response(await backend[path](Number(n)))
  },
}
