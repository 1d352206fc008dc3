import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TimerHost } from '@resilience4cata/core/run/ports'
import { attemptSignal, createRegistry, resilient, type Registry } from '@resilience4cata/policies/index'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { room } from './index.ts'
import { sites } from '../parts/sites.fixture.ts'

const layer = (options: object = {}) => new LoneLayer(room, { duration: 1000, ...options })
const timedOut = ['err', expect.objectContaining({ name: 'CallTimeoutError', code: 'R4C_CALL_TIMEOUT', policy: 'timeout', timeoutMs: 1000 })]

const rowOf = (registry: Registry, policy: string) => (registry.snapshot() as any)[policy][0]

describe('one timer', () => {
  function counting(early = 0) {
    const clock = new ManualClock()
    const armed: number[] = []
    let running = 0
    let most = 0
    const timers: TimerHost = {
      set(fire, ms) {
        armed.push(ms)
        most = Math.max(most, ++running)
        return clock.set(() => { running--; fire() }, ms - early)
      },
      clear: (handle) => clock.clear(handle),
    }
    return { clock, timers, armed, most: () => most }
  }

  it('serves all calls, in slices', async () => {
    const { clock, timers, armed, most } = counting()
    const { R, registry } = sites(clock, timers)
    const f = R(hang, { timeout: '1s' })
    for (let i = 0; i < 100; i++) {
      f().catch(() => {})
      await clock.advance(1)
    }
    await clock.advance(1100)
    expect([most(), Math.max(...armed), rowOf(registry, 'timeout').timedOut]).toEqual([1, 50, 100])
  })

  it('TO-12 fires once where timers are early, and is never armed for less than 1 ms', async () => {
    const { clock, timers, armed, most } = counting(0.9)
    const { R, ev, registry } = sites(clock, timers)
    R(hang, { timeout: '100ms' })().catch(() => {})
    await clock.advance(300)
    expect([ev('timeout.timedOut').length, most(), Math.min(...armed) >= 1]).toEqual([1, 1, true])
    expect(rowOf(registry, 'timeout')).toMatchObject({ pending: 0, timedOut: 1 })
  })

  it('TO-12 fires where the clock stands still', async () => {
    const host = new ManualClock()
    const { R, ev } = sites({ now: () => 0, set: host.set.bind(host), clear: host.clear.bind(host), elapsed: () => 0 } as never, host)
    R(hang, { timeout: '170ms' })().catch(() => {})
    await host.advance(1000)
    expect(ev('timeout.timedOut')).toMatchObject([{ elapsedMs: 170 }])
  })

  it('is neither cleared nor armed again when nobody waits', async () => {
    const { clock, timers, armed } = counting()
    const { R } = sites(clock, timers)
    const f = R(async () => 'ok', { timeout: '10m' })
    for (let i = 0; i < 100; i++) await f()
    await clock.advance(1000)
    expect(armed).toEqual([50])
  })

  it('a new duration holds for later calls; the earlier ones keep theirs', async () => {
    const at = layer()
    const first = at.call(hang)
    at.configure({ duration: 300 })
    const second = at.call(hang)
    await at.advance(300)
    expect([await at.stateOf(first), await at.stateOf(second)]).toEqual(['pending', ['err', expect.objectContaining({ timeoutMs: 300 })]])
    await at.advance(700)
    expect([await at.stateOf(first), at.snapshot['pending']]).toEqual([timedOut, 0])
  })

  it('where the loop was blocked, what has arrived meanwhile is heard first', async () => {
    const clock = new ManualClock()
    let ahead = 0
    const { R, ev, st } = sites({ now: () => clock.now() + ahead, set: clock.set.bind(clock), clear: clock.clear.bind(clock), elapsed: () => 0, advance: clock.advance.bind(clock) } as never, clock)
    let answer!: (value: string) => void
    const [heard, hanging] = [R(() => new Promise((over) => { answer = over }), { timeout: '100ms' })(), R(hang, { timeout: '100ms' })()]
    hanging.catch(() => {})
    await clock.advance(60)
    ahead = 400
    // of what waits in the sockets the first macrotask after the timers tells
    clock.defer(() => answer('in time'))
    await clock.advance(40)
    expect([await st(heard), (await st(hanging))[0]]).toEqual([['ok', 'in time'], 'err'])
    expect(ev('timeout.timedOut')).toMatchObject([{ late: true }])
  })

  it('goes by the timers that the platform has when it is armed', async () => {
    vi.useFakeTimers()
    const registry = createRegistry()
    const f = resilient({ registry, timeout: '100ms' }, async (body: () => Promise<unknown>) => body())
    f(hang).catch(() => {})
    vi.useRealTimers()
    vi.useFakeTimers()
    const call = f(hang)
    const state = vi.fn()
    call.catch(state)
    await vi.advanceTimersByTimeAsync(150)
    expect(state).toHaveBeenCalledTimes(1)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it.each<[string, (registry: Registry) => void]>([
    ['by its profile', (registry) => registry.configure({ profile: 'edge' })],
    ['by the platform’s own word, at first use', () => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })],
  ])('at the edge each call has its own: %s', async (_, move) => {
    const { clock, timers, armed } = counting()
    const { R, registry, ev } = sites(clock, timers)
    move(registry)
    const f = R((body: () => unknown) => body(), { timeout: '1s' })
    f(hang).catch(() => {})
    f(hang).catch(() => {})
    await f(async () => 'ok')
    expect([armed, clock.pending()]).toEqual([[50, 50, 50], 3])
    await clock.advance(1000)
    expect(ev('timeout.timedOut')).toHaveLength(2)
  })
})

it('every call, its abort listener, its events and the attempts that follow are in their own async context', async () => {
  const { R, clock, registry } = sites()
  const store = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  registry.on('timeout.timedOut', () => seen.push(['event', store.getStore()]))
  const body = () => {
    seen.push(['attempt', store.getStore()])
    attemptSignal().addEventListener('abort', () => seen.push(['abort', store.getStore()]))
    return hang()
  }
  const f = R(body, { timeout: '1s', retry: { maxAttempts: 2, delay: '0' }, fallback: () => seen.push(['fallback', store.getStore()]) })
  const calls = [store.run('a', f), store.run('b', f)]
  await clock.advance(2000)
  await Promise.all(calls)
  for (const [what, times] of [['attempt', 2], ['event', 2], ['abort', 2], ['fallback', 1]] as const) {
    for (const who of ['a', 'b']) expect(seen.filter(([w, by]: any) => w === what && by === who), `${what} of ${who}`).toHaveLength(times)
  }
})
