// Whatever way a call ends, what it has taken comes back, once: each layer that lends something, each way to end, in usual and in unusual orders.
import { expect, it } from 'vitest'
import { BRK, cases, type Kit, type Layers } from './kit.ts'
import { failures, times } from './outcomes.ts'

const MANY = {
  retry: { delay: '10ms', maxAttempts: 2 },
  circuitBreaker: { ...BRK, windowSize: 1000, minimumCalls: 1000 },
  rateLimiter: { permits: 2, period: '1s', maxWait: '5s', maxQueue: 99 },
}
const STACKS: [string, Layers][] = [
  ['adaptive limit', { adaptiveLimit: { initialLimit: 2, maxWait: '5s', maxQueue: 99 } }],
  ['bulkhead', { bulkhead: { maxConcurrent: 2, maxWait: '5s', maxQueue: 99 } }],
  ['limiter', { rateLimiter: { permits: 2, period: '1s', maxWait: '5s', maxQueue: 99 } }],
  ['half-open breaker', { circuitBreaker: { ...BRK, halfOpenCalls: 2, recordOn: [] } }],
  ['timeout', { timeout: '1s' }],
  ['hedge', { hedge: { delay: '50ms', budgetPercent: 0 }, bulkhead: { maxConcurrent: 3, maxWait: '5s', maxQueue: 99 } }],
  ['many', { ...MANY, adaptiveLimit: { initialLimit: 2, maxWait: '5s', maxQueue: 99 }, timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '5s', maxQueue: 99 } }],
  ['bulkhead outside', { ...MANY, order: ['bulkhead', 'retry', 'circuitBreaker'], timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '5s', maxQueue: 99 } }],
  ['timeout outside', { ...MANY, order: ['timeout', 'retry'], timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '5s', maxQueue: 99 } }],
  ['timeout between', { ...MANY, order: ['circuitBreaker', 'timeout', 'adaptiveLimit'], timeout: '1s', adaptiveLimit: { initialLimit: 1, maxWait: '5s', maxQueue: 99 }, bulkhead: {} }],
]

const err = new Error('err')
/** One body for all calls of a test, and whether they are aborted, and when. */
const ENDS: [string, (k: Kit) => unknown, number?][] = [
  ['a value', () => 'v'],
  ['a promise', async () => 'v'],
  ['a rejection', () => Promise.reject(err)],
  ['a sync throw', () => { throw err }],
  ['a thenable that throws', () => ({ then() { throw err } })],
  ['a thenable that settles twice', () => ({ then(ok: (v: unknown) => void, fail: (e: unknown) => void) { ok('v'); fail(err) } })],
  ['late', ({ after }) => after(3000, 'v')],
  ['a late failure', ({ failAfter }) => failAfter(3000, err)],
  ['exactly at the deadline', ({ after }) => after(1000, 'v')],
  ['an abort at once', ({ after }) => after(30, 'v'), 0],
  ['an abort in between', ({ after }) => after(30, 'v'), 15],
  ['an abort when it settles', ({ after }) => after(30, 'v'), 30],
  ['an abort of what fails', ({ failAfter }) => failAfter(30, err), 30],
  ['an abort while some wait', ({ after }) => after(700, 'v'), 900],
  ['an abort at the deadline', ({ after }) => after(3000, 'v'), 1000],
]

cases('given back', (kit) => {
  for (const [stack, layers] of STACKS) {
    it.each(ENDS)(`${stack}: %s`, async (_, body, abortAt) => {
      const k = kit()
      const { R, adv, ac, snap, reg, id, st } = k
      let inside = 0
      let most = 0
      const f = R(() => {
        most = Math.max(most, ++inside)
        const leave = () => { inside-- }
        let answer: unknown
        try {
          answer = body(k)
        } catch (error) {
          leave()
          throw error
        }
        if (answer instanceof Promise) answer.then(leave, leave)
        else leave()
        return answer
      }, layers)
      if (stack.startsWith('half-open')) {
        reg.circuitBreaker(id(f)).open()
        await adv(1000)
      }
      const controllers = times(6, ac)
      const calls = controllers.map(({ signal }) => f({ signal }))
      for (const call of calls) call.catch(() => {})
      if (abortAt !== undefined) {
        await adv(abortAt)
        for (const controller of controllers) controller.abort(err)
      }
      await adv(30_000)
      // all have come to something
      for (const call of calls) expect(await st(call)).not.toBe('pending')
      expect(inside).toBe(0)
      const { bulkhead, adaptiveLimit } = snap(f)
      if (bulkhead) expect(bulkhead).toMatchObject({ inUse: 0, waiting: 0 })
      if (adaptiveLimit) expect(adaptiveLimit).toMatchObject({ inFlight: 0, waiting: 0 })
      // who runs is held by the bulkhead until it has ended, if it is inside of what answers early
      if (bulkhead && stack !== 'bulkhead outside') expect(most).toBeLessThanOrEqual(bulkhead.max)
      // and the next ones find everything as it was
      const more = failures(times(2, () => f()))
      await adv(60_000)
      await more
    })
  }
})
