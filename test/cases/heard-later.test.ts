// Who begins to listen while calls are under way hears of the rest what one hears who has always listened.
import { describe, expect, it } from 'vitest'
import { createRegistry, resilient, type Policies } from '@resilience4cata/policies/index'
import { seeded } from '@resilience4cata/testing/seeded'
import { SteppingClock } from './clock.ts'
import type { AnyFunction, Layers } from './kit.ts'
import { writtenOut } from './written-out.ts'

const REALM = Symbol.for('resilience4cata.registry/1')
const globals = globalThis as { [REALM]?: unknown }
const BEGUN = 5
const TWICE = { maxAttempts: 2, delay: '10ms', jitter: 'none' }
const BREAKER = { circuitBreaker: { windowSize: 1 } }

const STACKS: [string, Layers, ends?: 'fails'][] = [
  ['a deadline', { timeout: '50ms' }],
  ['a deadline and its fallback', { timeout: '50ms', fallback: { handler: () => 'fb' } }],
  ['a deadline in a retry', { timeout: '50ms', retry: TWICE }],
  ['a deadline in what is told of it', { timeout: '50ms', ...BREAKER, adaptiveLimit: {}, bulkhead: {} }],
  ['a deadline in what asks', { timeout: '50ms', circuitBreaker: { windowSize: 1, recordOn: ['CallTimeoutError'] } }],
  ['a deadline in a key’s breaker', { timeout: '50ms', circuitBreaker: { windowSize: 1, key: () => 'k' } }],
  ['a deadline in a hedge', { timeout: '50ms', hedge: { delay: '20ms' } }],
  ['a deadline around a retry', { timeout: '50ms', retry: { ...TWICE, delay: '100ms' }, order: ['timeout', 'retry'] }, 'fails'],
  ['a retry', { retry: TWICE }, 'fails'],
  ['a hedge', { hedge: { delay: '20ms' } }],
  ['waiting for a turn', { rateLimiter: { permits: 1, period: '30ms', maxWait: '1s' } }],
  ['waiting for a slot', { bulkhead: { maxConcurrent: 1, maxWait: '30ms' } }],
  ['waiting for a limit', { adaptiveLimit: { initialLimit: 1, maxWait: '30ms' } }],
]

/** What is heard behind the beginning of two calls. */
async function heard(compiled: boolean, [, layers, ends]: (typeof STACKS)[number], since: number): Promise<string[]> {
  const clock = new SteppingClock()
  const registry = createRegistry({ clock, timers: clock, random: seeded() })
  const told: string[] = []
  const listen = () => registry.on('*', (event) => { if (event.at >= BEGUN) told.push(JSON.stringify(event)) })
  const before = globals[REALM]
  globals[REALM] = registry.realm
  try {
    const body = () => new Promise((answer, fail) => { clock.set(() => (ends ? fail(new Error('down')) : answer('v')), ends ? 15 : 500) })
    const site = { mode: 'async', name: 'n', ...layers }
    const f: AnyFunction = compiled ? writtenOut(site, body) : resilient({ registry, ...site } as Policies, body)
    if (since === 0) listen()
    for (const call of [f(), f()]) call.catch(() => {})
    await clock.advance(BEGUN)
    if (since > 0) listen()
    await clock.advance(1000)
    return told
  } finally {
    globals[REALM] = before
  }
}

describe.each([['interpreted', false], ['compiled', true]] as const)('heard later, %s', (_, compiled) => {
  it.each(STACKS)('%s', async (...stack) => {
    const always = await heard(compiled, stack, 0)
    expect(always.length).toBeGreaterThan(0)
    expect(await heard(compiled, stack, BEGUN)).toEqual(always)
  })
})
