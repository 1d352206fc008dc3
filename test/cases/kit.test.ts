import { describe, expect, it } from 'vitest'
import { Kit, type Layers } from './kit.ts'
import { fails, res } from './outcomes.ts'
import { callersSignal, compiled, source } from './written-out.ts'

describe('the kit', () => {
  it.each<[string, Layers, string]>([
    ['retry', { retry: { delay: '10ms' } }, '.start('],
    ['with a breaker and limits', { retry: {}, circuitBreaker: { windowSize: 2 }, rateLimiter: { maxWait: '1s' }, adaptiveLimit: {}, bulkhead: { maxConcurrent: 1 } }, '.acquire('],
  ])('compiled is not interpreted: %s', (_, layers, calls) => {
    const text = compiled(source({ mode: 'async', name: 'f', signal: callersSignal, ...layers }, async () => 1, []))
    expect(text).toContain(calls)
    expect(text).not.toContain('interpret')
  })

  it.each([false, true])('finds what is left, compiled: %s', async (isCompiled) => {
    const kit = new Kit(isCompiled)
    const f = kit.R(() => new Promise(() => {}), { bulkhead: { maxConcurrent: 1 } })
    void f()
    await expect(kit.quiet()).rejects.toThrow('1 inUse')
    const c = kit.ac()
    c.signal.addEventListener('abort', () => {})
    kit.reg.reset()
    await expect(kit.quiet()).rejects.toThrow()
  })

  it('goes from deadline to deadline', async () => {
    const kit = new Kit(false)
    expect(await kit.run(kit.R(fails(2), { retry: { delay: '0.1ms', backoff: 'fixed' } }))).toBe('ok')
    expect(kit.clock.now()).toBeCloseTo(0.2)
  })

  it('a response says how often it was cancelled', async () => {
    const [read, cancelled] = [res('text'), res(503)]
    expect(await read.text()).toBe('text')
    await cancelled.body!.cancel()
    expect([read.cancelled, cancelled.cancelled, cancelled.status]).toEqual([0, 1, 503])
  })
})
