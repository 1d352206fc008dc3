// What a platform is asked for: its own clock, timers and signals. Built twice into the program, compiled and as it is written. Numbers are counts, never times.
import { attemptSignal, Bulkhead, CallNotPermittedError, Hedge, RateLimiter, resilient, Retry, Timeout } from 'resilience4cata'

export interface AsyncContext { run<T>(store: string, body: () => T): T; getStore(): string | undefined }

/** Each by what it looks at. */
export type Checks = Readonly<Record<string, (context?: AsyncContext) => unknown>>

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))
const hang = () => new Promise<never>(() => {})
const nameOf = (error: unknown) => (error as Error).name

class Backend {
  calls = 0
  running = 0
  most = 0
  signals: AbortSignal[] = []

  @Retry({ maxAttempts: 4, delay: '2ms' })
  async busy(): Promise<number> {
    if (++this.calls < 3) throw new Error('busy')
    return this.calls
  }

  @Retry({ maxAttempts: 2, delay: '1ms', retryOn: ['CallTimeoutError'] })
  @Timeout('15ms')
  async hangs(): Promise<void> {
    this.signals.push(attemptSignal())
    await hang()
  }

  @Hedge({ delay: '10ms', maxAttempts: 2, budgetPercent: 0 })
  async slow(): Promise<string> {
    const call = ++this.calls
    this.signals.push(attemptSignal())
    if (call === 1) await hang()
    return `answer ${call}`
  }

  @Bulkhead({ maxConcurrent: 1, maxWait: '10s', maxQueue: 10 })
  async one(): Promise<void> {
    this.most = Math.max(this.most, ++this.running)
    await pause(2)
    this.running--
  }

  @RateLimiter({ permits: 1, period: '10ms', maxWait: '10s', maxQueue: 10 })
  async seldom(): Promise<number> { return ++this.calls }
}

const down = resilient({ circuitBreaker: { windowSize: 2, minimumCalls: 2, waitInOpen: '300ms', halfOpenCalls: 1 } }, async (isDown: boolean) => {
  if (isDown) throw new Error('down')
  return 'up'
})

async function breaker(): Promise<unknown> {
  const seen: unknown[] = []
  const call = async (isDown: boolean) => { seen.push(await down(isDown).catch((error: unknown) => (error instanceof CallNotPermittedError ? 'not permitted' : nameOf(error)))) }
  for (const isDown of [true, true, false]) await call(isDown)
  await pause(400)
  await call(false)
  return seen
}

const never = resilient({ retry: { maxAttempts: 9, delay: '10s', jitter: 'none' }, signal: ({ signal }: { signal: AbortSignal }) => signal }, async (given: { signal: AbortSignal; calls: number }) => {
  given.calls++
  throw new Error('down')
})

async function aborted(): Promise<unknown> {
  const controller = new AbortController()
  const given = { signal: controller.signal, calls: 0 }
  setTimeout(() => controller.abort(new Error('the caller went away')), 5)
  return [await never(given).catch((error: unknown) => (error as Error).message), given.calls]
}

async function contexts(context?: AsyncContext): Promise<unknown> {
  if (!context) return 'has none'
  const seen = new Set<string>()
  const late = resilient({ retry: { maxAttempts: 2, delay: '1ms' }, timeout: '15ms', fallback: (_failure, _about, name: string) => void seen.add(`fallback of ${name} in ${context.getStore()}`) }, async (name: string) => {
    seen.add(`${name} in ${context.getStore()}`)
    await hang()
  })
  await Promise.all(['a', 'b', 'c'].map((name) => context.run(name, () => late(name))))
  return [...seen].sort()
}

export const checks: Checks = {
  'a retry waits': () => new Backend().busy(),
  'a deadline ends each attempt, and aborts its signal': async () => {
    const backend = new Backend()
    return [await backend.hangs().catch(nameOf), backend.signals.map(({ aborted, reason }) => [aborted, nameOf(reason)])]
  },
  'an answer long before its deadline': () => resilient({ timeout: '1h' }, async () => 'here')(),
  'a second attempt is begun, and the loser is told': async () => {
    const backend = new Backend()
    return [await backend.slow(), backend.calls, backend.signals.map(({ aborted }) => aborted)]
  },
  'one at a time, in a line': async () => {
    const backend = new Backend()
    await Promise.all([backend.one(), backend.one(), backend.one(), backend.one()])
    return backend.most
  },
  'one in a period, in a line': async () => {
    const backend = new Backend()
    return await Promise.all([backend.seldom(), backend.seldom(), backend.seldom()])
  },
  'a breaker opens, and closes after its wait': breaker,
  'the caller’s signal ends a wait': aborted,
  'each call stays in its own async context': contexts,
}
