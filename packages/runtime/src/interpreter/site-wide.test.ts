import { beforeEach, describe, expect, it, vi } from 'vitest'
import { attemptSignal } from '../scope/attempt-signal.ts'
import { forget, log, rooms } from './fake-rooms.fixture.ts'
import { marker } from './marker.ts'

const resilient = marker(rooms)
const code = (code: string) => expect.objectContaining({ code, name: 'ConfigurationError' })

beforeEach(forget)

describe("the caller's signal", () => {
  const f = () => resilient({ signal: (o?: unknown) => o, retry: true }, async (_?: unknown) => attemptSignal())

  it('C-1: aborted before the start, no layer acts', async () => {
    await expect(f()(AbortSignal.abort('why'))).rejects.toBe('why')
    expect(log).toEqual([])
    expect(() => resilient({ signal: () => AbortSignal.abort('why'), retry: true, mode: 'sync' }, () => 1)()).toThrow('why')
  })

  it('is found once per call, from receiver and arguments, and is the attempt’s where nothing races', async () => {
    const { signal } = new AbortController()
    const asked = vi.fn(function (this: unknown, ..._: unknown[]) { return signal })
    const g = resilient({ signal: asked, retry: true }, async (..._: unknown[]) => attemptSignal())
    const receiver = {}
    expect(await g.call(receiver, 1, 2)).toBe(signal)
    expect(asked.mock.calls).toEqual([[1, 2]])
    expect(asked.mock.contexts[0]).toBe(receiver)
  })

  it('R4C-SIG-001 when it is none; what its function throws is the call’s error', async () => {
    await expect(f()('no signal')).rejects.toThrow(code('R4C-SIG-001'))
    await expect(resilient({ signal: () => { throw new Error('mine') }, retry: true }, async () => {})()).rejects.toThrow('mine')
    expect(log).toEqual([])
  })

  it('attemptSignal: the attempt on the stack, restored after a nested and after a failed one', async () => {
    const inner = resilient({ mode: 'sync', bulkhead: true }, () => { attemptSignal(); throw new Error('inner') })
    const outer = resilient({ retry: true }, async () => {
      const mine = attemptSignal()
      try { inner() } catch {}
      return mine === attemptSignal()
    })
    expect(await outer()).toBe(true)
    expect(() => attemptSignal()).toThrow(code('R4C-SIG-003'))
  })
})

describe('the classifier of a site', () => {
  it('is asked once per attempt, and its verdict travels outwards', async () => {
    const classifier = vi.fn((value: number) => (value < 3 ? 'failure' as const : 'success' as const))
    let calls = 0
    expect(await resilient({ classifier, retry: { maxAttempts: 5 }, bulkhead: true }, async () => ++calls)()).toBe(3)
    expect(classifier.mock.calls).toEqual([[1], [2], [3]])
  })

  it('judges failures by its error part', async () => {
    const error = vi.fn(() => 'ignore' as const)
    await expect(resilient({ classifier: { error }, retry: { maxAttempts: 5 } }, async () => { throw 'x' })()).rejects.toBe('x')
    expect(error.mock.calls).toEqual([['x']])
  })

  it('R4C-CLS-013: a promise as verdict is a mistake, not an outcome', async () => {
    const body = vi.fn(async () => 1)
    await expect(resilient({ classifier: async () => 'success', retry: { maxAttempts: 5 } }, body as () => Promise<number>)).toBeDefined()
    await expect(resilient({ mode: 'async', classifier: async () => 'success', retry: { maxAttempts: 5 } }, body)()).rejects.toThrow(code('R4C-CLS-013'))
    expect(body).toHaveBeenCalledTimes(1)
  })
})
