// Pipelines with the real rooms: that one was run sync, or couldn't be, changes nothing for those that it may run async.
import { beforeEach, describe, expect, it } from 'vitest'
import { pipeline, type Registry } from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { testingRegistry } from '@resilience4cata/testing/testing-registry'

let registry: Registry
beforeEach(() => { registry = testingRegistry(new ManualClock(0, { autoAdvance: true })) })

const fails = (): never => { throw new Error('down') }

describe('what has no sync form', () => {
  it.each([
    ['R4C-SYN-003', { fallback: async (): Promise<string> => 'later' }],
    ['R4C-SYN-009', { fallback: (): string => 'now', bulkhead: { maxWait: '1s' } }],
    ['R4C-SYN-007', { rateLimiter: {}, adaptiveLimit: { maxWait: '1s' } }],
    ['R4C-SYN-006', { circuitBreaker: {}, rateLimiter: { maxWait: '1s' } }],
    ['R4C-SYN-004', { fallback: (): string => 'now', retry: { delay: '1s' }, bulkhead: {} }],
    ['R4C-SYN-009', { retry: { delay: '0' }, rateLimiter: {}, adaptiveLimit: {}, bulkhead: { maxWait: '1s' } }],
    ['R4C-RT-018', { hedge: {}, rateLimiter: {}, adaptiveLimit: {}, bulkhead: {} }],
  ] as const)('%s: is refused before anything acts, and the pipeline may be configured to wait as before', async (code, policies) => {
    const made = pipeline('made', policies as object, { registry })
    expect(await made.execute(() => 'ok')).toBe('ok')
    let calls = 0
    for (let i = 0; i < 2; i++) expect(() => made.executeSync(() => calls++)).toThrow(expect.objectContaining({ code }))
    expect(calls).toBe(0)
    registry.configure({ defaults: { retry: { delay: '2s' }, rateLimiter: { maxWait: '2s' }, adaptiveLimit: { maxWait: '2s' }, bulkhead: { maxWait: '2s' }, fallback: { onCancel: true } } })
    expect(await made.execute(() => 'ok')).toBe('ok')
  })
})

describe('after a sync run', () => {
  it('an async one waits as long as the other side asks to', async () => {
    const made = pipeline('made', { retry: { delay: '0', classifier: (left: number) => (left > 0 ? { verdict: 'failure', retryAfterMs: 100 } : 'success') } }, { registry })
    const left = () => { let n = 2; return () => n-- }
    expect(made.executeSync(left())).toBe(2)
    expect(await made.execute(left())).toBe(0)
  })

  it('an answer that comes later is told when it comes', async () => {
    const told: string[] = []
    registry.on('*', ({ type }) => told.push(type))
    const made = pipeline('made', { fallback: () => (later ? Promise.resolve('later') : 'now') }, { registry })
    let later = false
    expect(made.executeSync(fails)).toBe('now')
    later = true
    expect(await made.execute(fails)).toBe('later')
    expect(told).toEqual(['fallback.applied', 'fallback.applied'])
  })
})
