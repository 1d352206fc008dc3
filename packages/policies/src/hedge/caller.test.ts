import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it, vi } from 'vitest'
import { attemptSignal, pipeline, resilient } from '@resilience4cata/policies/index'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { room } from './index.ts'
import { sites } from '../parts/sites.fixture.ts'

describe('the caller', () => {
  it('RT-25 who leaves is answered at once, with the reason, and so are the attempts', async () => {
    const at = sites()
    const why = new Error('why')
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const f = at.R(() => { signals.push(attemptSignal()); return hang() }, { hedge: { delay: '50ms' } })
    const call = f({ signal: controller.signal })
    call.catch(() => {})
    await at.clock.advance(60)
    controller.abort(why)
    expect(await at.st(call)).toEqual(['err', why])
    expect(signals.map(({ reason }) => reason)).toEqual([why, why])
    expect(at.ev('hedge.failed')).toEqual([])
    await quiesce(at.registry)
  })

  it.each([['hedge.won', (i: number) => (i > 1 ? 'v' : undefined)], ['hedge.failed', (i: number) => { if (i > 1) throw new Error('down') }]])('who leaves when it hears that all is decided changes nothing: %s', async (type, end) => {
    const at = sites()
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const heard: unknown[] = []
    const f = at.R(() => { signals.push(attemptSignal()); return end(signals.length) ?? hang() }, { hedge: { delay: '50ms', hedgeOn: [] } })
    at.registry.on(type as 'hedge.won', () => {
      heard.push(signals.map(({ aborted }) => aborted))
      controller.abort(new Error('left'))
    })
    const call = f({ signal: controller.signal })
    call.catch(() => {})
    await at.clock.advance(60)
    expect(await at.st(call)).toMatchObject(type === 'hedge.won' ? ['ok', 'v'] : ['err', { message: 'down' }])
    expect(heard).toEqual([[true, false]])
    await quiesce(at.registry)
  })

  it('TO-07 leaves nothing on a long-lived signal', async () => {
    const at = sites()
    const { signal } = new AbortController()
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    const f = at.R(async () => { attemptSignal(); return 1 }, { hedge: {}, timeout: '1s' })
    for (let i = 0; i < 50; i++) await f({ signal })
    expect(add.mock.calls.length).toBe(remove.mock.calls.length)
    await quiesce(at.registry)
  })

  it('finds each attempt in its own async context', async () => {
    const at = sites()
    const store = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    at.registry.on('hedge.hedged', () => seen.push(['event', store.getStore()]))
    const f = at.R(() => { seen.push(['attempt', store.getStore()]); return at.after(80) }, { hedge: { delay: '50ms', budgetPercent: 0 } })
    const calls = [store.run('a', f), store.run('b', f)]
    await at.clock.advance(100)
    await Promise.all(calls)
    expect(seen.filter(([what]: any) => what === 'event')).toEqual([['event', 'a'], ['event', 'b']])
    expect(seen.filter(([what]: any) => what === 'attempt').map(([, who]: any) => who).sort()).toEqual(['a', 'a', 'b', 'b'])
  })
})

describe('one layer', () => {
  it('reads the clock once, and one timer serves all calls', async () => {
    const at = new LoneLayer(room, { delay: 1000 })
    const calls = Array.from({ length: 10 }, () => at.call(() => 'ok'))
    await Promise.all(calls)
    expect([at.reads, at.clock.pending()]).toEqual([10, 1])
    await at.advance(50)
    expect(at.clock.pending()).toBe(0)
  })

  it('calls under way keep their plan', async () => {
    const at = new LoneLayer(room, { delay: 1000 })
    const call = at.call(() => at.after(5000, 'ok'))
    at.configure({ delay: 10, maxAttempts: 5 })
    await at.advance(900)
    expect(at.events).toEqual([])
    await at.advance(5000)
    expect([await at.stateOf(call), at.events.length]).toEqual([['ok', 'ok'], 1])
  })

  it('R4C-HDG-002, R4C-RT-018, R4C-RT-019, R4C-ATR-008, R4C-CLS-012', async () => {
    const { R, registry } = sites()
    await expect(R(async () => 1, { hedge: {}, retry: {} })()).rejects.toMatchObject({ code: 'R4C-HDG-002' })
    await expect(R(async () => 1, { hedge: { maxAttempts: 1 } })()).rejects.toMatchObject({ code: 'R4C-ATR-008' })
    await expect(R(async () => 1, { hedge: { onExhaustedResult: 'throw' } })()).rejects.toMatchObject({ code: 'R4C-CLS-012' })
    expect(() => pipeline('p', { hedge: {} }, { registry }).executeSync(() => 1)).toThrow(expect.objectContaining({ code: 'R4C-RT-018' }))
    expect(() => resilient({ registry, mode: 'sync', hedge: {} }, () => 1)()).toThrow(expect.objectContaining({ code: 'R4C-HDG-001' }))
  })
})
