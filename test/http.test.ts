// Answers of HTTP servers, judged by `httpClassifier`, as a retry acts on them.
import { beforeEach, expect, it } from 'vitest'
import { createRegistry, resilient, type Policies, type Registry } from '@resilience4cata/policies/index'
import { httpClassifier } from '@resilience4cata/runtime/http/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { quiesce } from '@resilience4cata/testing/quiesce'

let clock = new ManualClock()
let registry: Registry
let events: any[] = []
beforeEach(() => {
  clock = new ManualClock(0, { autoAdvance: true })
  registry = createRegistry({ clock, timers: clock })
  registry.configure({ defaults: { retry: { jitter: 'none' } } })
  events = []
  registry.on('*', (event) => events.push(event))
})

const R = (fn: () => Promise<unknown>, policies: Policies) => resilient({ registry, name: 'api', mode: 'async', ...policies } as object, fn) as () => Promise<any>
const retried = () => events.filter(({ type }) => type === 'retry.retrying').map(({ delayMs }) => delayMs)
const gaveUp = () => events.filter(({ type }) => type === 'retry.gaveUp')
const answers = (status: number, after: string) => async () => new Response('', { status, headers: { 'retry-after': after } })

it.each(['-5', '0', 'soon', 'Wed, 21 Oct 2015 07:28:00 GMT'])('RT-14 a hint that is past or makes no sense is none: %s', async (after) => {
  await R(answers(503, after), { retry: { classifier: httpClassifier } })()
  expect(retried()).toEqual([200, 400])
  await quiesce(registry)
})

it('a hint bounds the wait from below, and a longer backoff stands', async () => {
  await R(answers(503, '1'), { retry: { classifier: httpClassifier, delay: '300ms', multiplier: 10 } })()
  expect(retried()).toEqual([1000, 3000])
  await quiesce(registry)
})

it.each(['3600', '61', '9'.repeat(400), 'Fri, 21 Oct 2095 07:28:00 GMT'])('RT-15 who is asked to wait longer than maxRetryAfter gives up, and does not knock early: %s', async (after) => {
  let calls = 0
  const f = R(() => (calls++, answers(429, after)()), { retry: { classifier: httpClassifier, maxRetryAfter: '60s' } })
  expect((await f()).status).toBe(429)
  expect([calls, clock.elapsed()]).toEqual([1, 0])
  expect(gaveUp()).toMatchObject([{ reason: 'NOT_RETRYABLE', detail: 'PUSHBACK', attempts: 1 }])
  await quiesce(registry)
})

it('RT-15 exactly maxRetryAfter is waited for', async () => {
  await R(answers(429, '60'), { retry: { classifier: httpClassifier, maxAttempts: 2 } })()
  expect(retried()).toEqual([60_000])
})

it('a site’s classifier is heard by its retry, and by its adaptive limit', async () => {
  const f = R(answers(503, '2'), { classifier: httpClassifier, retry: { maxAttempts: 2 }, adaptiveLimit: { initialLimit: 100 } })
  expect((await f()).status).toBe(503)
  expect(retried()).toEqual([2000])
  expect(registry.adaptiveLimit('api').limit).toBeLessThan(100)
  await quiesce(registry)
})

/** Answers with 503; the body of each records its `cancel()` under its number. */
function recording(cancelled: number[], starts: number[][]) {
  return async () => {
    const number = starts.push([...cancelled])
    return new Response(new ReadableStream({ cancel: () => { cancelled.push(number) } }), { status: 503 })
  }
}

it('RT-24 bodies of retried answers are cancelled once, before the next attempt', async () => {
  const [cancelled, starts]: [number[], number[][]] = [[], []]
  const last = await R(recording(cancelled, starts), { retry: { delay: '0', classifier: httpClassifier } })()
  expect(starts).toEqual([[], [1], [1, 2]])
  expect(cancelled).toEqual([1, 2])
  expect([last.status, last.bodyUsed, last.body.locked]).toEqual([503, false, false])
  await quiesce(registry)
})

it('RT-24 also before a wait, with the site’s classifier, and when the last one is thrown', async () => {
  const [cancelled, starts]: [number[], number[][]] = [[], []]
  const f = R(recording(cancelled, starts), { classifier: httpClassifier, retry: { onExhaustedResult: 'throw' } })
  await expect(f()).rejects.toMatchObject({ name: 'ResultRejectedError', result: { status: 503, bodyUsed: false } })
  expect(starts).toEqual([[], [1], [1, 2]])
  expect(cancelled).toEqual([1, 2])
})

it('RT-24 a body that somebody reads, or that can’t be cancelled, is left alone and changes nothing', async () => {
  const read = new Response('text', { status: 503 })
  void read.body!.getReader()
  const answers = [read, { status: 503, headers: new Headers(), body: { cancel: () => { throw new Error('no') } } }, new Response('ok')]
  const reported: unknown[] = []
  registry.onError = (error) => reported.push(error)
  expect(await (await R(async () => answers.shift(), { retry: { delay: '0', classifier: httpClassifier } })()).text()).toBe('ok')
  // nobody asked for it, so nobody is told
  expect(reported).toEqual([])
})

it('RT-24 an answer that comes after its deadline is released', async () => {
  const cancelled: number[] = []
  const late = () => new Promise((over) => { clock.set(() => over(new Response(new ReadableStream({ cancel: () => { cancelled.push(1) } }))), 200) })
  await expect(R(late as never, { timeout: '100ms' })()).rejects.toMatchObject({ name: 'CallTimeoutError' })
  await clock.advance(200)
  expect(cancelled).toEqual([1])
  await quiesce(registry)
})
