// Async context: whatever belongs to a call runs in that call's own, also what a timer of another call has woken.
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { cases, type Kit, type Layers } from './cases/kit.ts'
import { times } from './cases/outcomes.ts'

const store = new AsyncLocalStorage<string>()

/** What was seen: who was meant, and whose context it ran in. */
class Seen {
  readonly #all: [what: string, meant: string, own: string | undefined][] = []

  note(what: string, meant: string): void { this.#all.push([what, meant, store.getStore()]) }

  /** Each of these was seen for each of those, and never in another's context. */
  expectOwn(what: readonly string[], names: readonly string[]): void {
    for (const [seen, meant, own] of this.#all) expect([seen, own]).toEqual([seen, meant])
    for (const one of what) expect(new Set(this.#all.filter(([seen]) => seen === one).map(([, meant]) => meant)), one).toEqual(new Set(names))
  }
}

const NAMES = times(5, (i) => `call-${i}`)

/** Starts a call for each name in a context of its own, `gap` apart; ends when all have. */
async function inContexts(k: Kit, f: (name: string) => Promise<unknown>, gap = 1): Promise<void> {
  const calls: Promise<unknown>[] = []
  for (const name of NAMES) {
    calls.push(store.run(name, () => f(name)).catch(() => {}))
    await k.adv(gap)
  }
  await k.adv(60_000)
  await Promise.all(calls)
}

/** Errors that say whose they are, so that matchers and listeners know whom to expect. */
const failure = (name: string) => Object.assign(new Error('x'), { who: name })
const who = ({ failure }: any): string => failure.who

cases('async context', (kit) => {
  /** A body that fails after `ms`, or hangs beyond any timeout. */
  const body = (k: Kit, seen: Seen, ms: number) => async (name: string) => {
    seen.note('body', name)
    await k.after(ms)
    seen.note('body, later', name)
    throw failure(name)
  }
  const fallback = (seen: Seen) => (_failure: unknown, _context: unknown, name: string) => { seen.note('fallback', name) }
  const matcher = (seen: Seen) => (error: any) => {
    if (error.who) seen.note('matcher', error.who)
    return true
  }

  it('of bodies, matchers, listeners and fallbacks, through retries', async () => {
    const [k, seen] = [kit(), new Seen()]
    for (const type of ['retry.retrying', 'retry.gaveUp', 'fallback.applied'] as const) k.reg.on(type, (event) => seen.note(type, who(event)))
    const f = k.R(body(k, seen, 10), {
      retry: { maxAttempts: 3, delay: '20ms', retryOn: [matcher(seen)] }, circuitBreaker: { recordOn: [matcher(seen)] }, fallback: { handler: fallback(seen), applyOn: [matcher(seen)] },
    })
    await inContexts(k, f)
    seen.expectOwn(['body', 'body, later', 'matcher', 'fallback', 'retry.retrying', 'retry.gaveUp', 'fallback.applied'], NAMES)
  })

  it.each([['bulkhead', { maxConcurrent: 1, maxWait: '1h', maxQueue: 10 }], ['rateLimiter', { permits: 1, period: '100ms', maxWait: '1h' }], ['adaptiveLimit', { initialLimit: 1, maxLimit: 1, maxWait: '1h', maxQueue: 10 }]])('of calls that queue: %s', async (policy, options) => {
    const [k, seen] = [kit(), new Seen()]
    const f = k.R(body(k, seen, 50), { [policy]: options, fallback: fallback(seen) })
    await inContexts(k, f)
    seen.expectOwn(['body', 'body, later', 'fallback'], NAMES)
  })

  it.each([['bulkhead', { maxConcurrent: 1, maxWait: '20ms', maxQueue: 10 }], ['adaptiveLimit', { initialLimit: 1, maxLimit: 1, maxWait: '20ms', maxQueue: 10 }]])('of calls that have waited too long: %s', async (policy, options) => {
    const [k, seen] = [kit(), new Seen()]
    const f = k.R(async () => { await k.after(30_000) }, { [policy]: options, fallback: fallback(seen) })
    void f('first')
    await inContexts(k, f)
    seen.expectOwn(['fallback'], NAMES)
  })

  it.each<[string, (matcher: () => boolean) => Layers]>([
    ['a breaker', (matcher) => ({ circuitBreaker: { recordOn: [matcher] } })],
    ['an adaptive limit', (matcher) => ({ adaptiveLimit: { dropOn: [matcher] } })],
  ])('of a matcher of %s around a deadline that another call’s timer has found', async (_, layer) => {
    const k = kit()
    const asked: (string | undefined)[] = []
    const f = k.R(async () => { await k.after(5000) }, { ...layer(() => asked.push(store.getStore()) > 0), timeout: '100ms' })
    await inContexts(k, f)
    expect(asked).toEqual(NAMES)
  })

  it('of a fallback, and of another attempt, after a deadline that another call’s timer has found', async () => {
    const [k, seen] = [kit(), new Seen()]
    const f = k.R(body(k, seen, 5000), { retry: { maxAttempts: 2, delay: '10ms' }, timeout: '100ms', fallback: fallback(seen) })
    await inContexts(k, f)
    seen.expectOwn(['body', 'body, later', 'fallback'], NAMES)
  })

  it('of who hears of a deadline', async () => {
    const [k, stores] = [kit(), [] as (string | undefined)[]]
    k.reg.on('timeout.timedOut', () => { stores.push(store.getStore()) })
    const f = k.R(async function (name: string) { await k.after(5000, name) }, { timeout: '100ms' })
    await inContexts(k, f)
    expect(stores).toEqual(NAMES)
  })

  it('of events of a breaker that opens because of a timeout', async () => {
    const [k, seen] = [kit(), new Seen()]
    const stores: (string | undefined)[] = []
    k.reg.on('circuitBreaker.*', () => { stores.push(store.getStore()) })
    const f = k.R(body(k, seen, 5000), { circuitBreaker: { windowSize: 5, minimumCalls: 5 }, timeout: '100ms' })
    await inContexts(k, f)
    expect(stores).toEqual([NAMES.at(-1)])
  })

  it('of attempts side by side, and of their winner’s listeners', async () => {
    const [k, seen] = [kit(), new Seen()]
    const stores: (string | undefined)[] = []
    k.reg.on('hedge.hedged', () => { stores.push(store.getStore()) })
    const f = k.R(body(k, seen, 50), { hedge: { delay: '20ms', maxAttempts: 3, budgetPercent: 0 }, fallback: fallback(seen) } as Layers)
    await inContexts(k, f)
    seen.expectOwn(['body', 'body, later', 'fallback'], NAMES)
    expect([...stores].sort()).toEqual(NAMES.flatMap((name) => [name, name]))
  })

  it('of a key', async () => {
    const [k, seen] = [kit(), new Seen()]
    const f = k.R(body(k, seen, 10), { retry: { delay: '10ms' }, bulkhead: { key: (name: string) => (seen.note('key', name), name) } })
    await inContexts(k, f)
    seen.expectOwn(['key', 'body'], NAMES)
  })

  it('of a classifier and of what is released', async () => {
    const [k, seen] = [kit(), new Seen()]
    const f = k.R(async (name: string) => { await k.after(10); return name }, {
      classifier: (name: string) => (seen.note('classifier', name), 'failure'), retry: { delay: '10ms', maxAttempts: 2, dispose: (name: string) => seen.note('dispose', name) },
    })
    await inContexts(k, f)
    seen.expectOwn(['classifier', 'dispose'], NAMES)
  })
})
