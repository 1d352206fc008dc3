// The other side: whatever the source calls and doesn't hold. Every call of it is a request that fares as the schedule says.
import type { ManualClock } from 'resilience4cata/testing'
import type { Span } from './order.ts'
import { faultAt, type Schedule } from './schedule.ts'

export class Remote {
  readonly requests: Span[] = []
  readonly #clock: ManualClock
  readonly #schedule: Schedule
  readonly #random: () => number

  constructor(clock: ManualClock, schedule: Schedule, random: () => number) {
    this.#clock = clock
    this.#schedule = schedule
    this.#random = random
  }

  /** A thing of the other side, with everything on it that anybody asks for: objects in objects, whose functions are requests. */
  thing(name: string): any {
    return new Proxy(function () {}, {
      get: (_, key) => {
        if (key === Symbol.toPrimitive || key === 'toString') return () => name
        return typeof key === 'symbol' || key === 'then' ? undefined : this.thing(`${name}.${key}`)
      },
      // a decorator only notes something
      apply: (_target, _self, given: unknown[]) => isDecorating(given) ? undefined : this.request(`${name}()`, signalAmong(given)).then(() => anything),
      construct: () => this.thing(name),
    })
  }

  readonly fetch = async (input: unknown, init?: { signal?: AbortSignal }): Promise<unknown> => {
    await this.request(`fetch ${String((input as { url?: string })?.url ?? input)}`, init?.signal ?? signalAmong([input]))
    return Object.defineProperties(new Response(), { json: { value: async () => anything }, text: { value: async () => 'an answer' } })
  }

  request(says: string, signal?: AbortSignal): Promise<void> {
    const start = this.#clock.now()
    const span: Span = { start, end: Infinity, outcome: 'running', says }
    this.requests.push(span)
    const answer = new Promise<void>((resolve, reject) => this.#serve(span, signal, resolve, reject))
    // a source that doesn't wait for its answer is no mistake
    answer.catch(() => {})
    return answer
  }

  #serve(span: Span, signal: AbortSignal | undefined, resolve: () => void, reject: (failure: unknown) => void): void {
    const { latency, failing } = faultAt(this.#schedule, span.start)
    const fails = this.#random() * 100 < failing
    const end = (outcome: Span['outcome'], says: string): void => {
      signal?.removeEventListener('abort', aborted)
      this.#clock.clear(timer)
      Object.assign(span, { end: this.#clock.now(), outcome, says: `${span.says}: ${says}` })
    }
    const aborted = (): void => {
      end('failed', 'aborted by its caller')
      reject(signal!.reason)
    }
    // up to a fifth more or less, as in a network
    const timer = latency && this.#clock.set(() => {
      end(fails ? 'failed' : 'answered', fails ? 'failed' : 'answered')
      if (fails) reject(new TypeError('fetch failed'))
      else resolve()
    }, latency * (0.8 + 0.4 * this.#random()))
    if (signal?.aborted) aborted()
    else signal?.addEventListener('abort', aborted)
  }
}

const isDecorating = ([, context]: readonly unknown[]): boolean => typeof (context as Partial<DecoratorContext> | undefined)?.addInitializer === 'function'

const signalAmong = (given: readonly unknown[]): AbortSignal | undefined => {
  for (const one of given) {
    if (one instanceof AbortSignal) return one
    const { signal } = (typeof one === 'object' && one !== null ? one : {}) as { signal?: unknown }
    if (signal instanceof AbortSignal) return signal
  }
  return undefined
}

/** An answer that has whatever is asked of it, and is 1 where a number or a text is needed. */
const anything: any = new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 1 : key === 'toString' ? () => 'an answer' : typeof key === 'symbol' || key === 'then' ? undefined : anything),
  apply: () => anything,
})
