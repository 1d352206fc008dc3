import { describe, expect, it } from 'vitest'
import { BRK, Case, failure, refused } from './case.fixture.ts'

const TO = ['forceOpen', 'open', 'halfOpen', 'close', 'disable', 'metricsOnly'] as const
const STATE = { forceOpen: 'FORCED_OPEN', open: 'OPEN', halfOpen: 'HALF_OPEN', close: 'CLOSED', disable: 'DISABLED', metricsOnly: 'METRICS_ONLY' } as const

describe('changes by hand', () => {
  it.each(TO.flatMap((from) => TO.map((to) => [from, to] as const)))('%s, then %s', (from, to) => {
    const { handle, instance, transitions, events } = new Case()
    handle[from]()
    const told = events.length
    const era = instance.era
    handle[to]()
    expect(handle.state).toBe(STATE[to])
    const beginsAnew = from !== to || to === 'open' || to === 'halfOpen'
    expect(events.slice(told).map(([, fields]) => fields)).toMatchObject(beginsAnew ? [{ from: STATE[from], to: STATE[to], reason: 'MANUAL' }] : [])
    expect(instance.era).toBe(era + (beginsAnew ? 1 : 0))
    expect(transitions.length).toBeLessThanOrEqual(2)
  })

  it.each(TO)('a result from before %s is late', (change) => {
    const layer = new Case({ ...BRK, windowSize: 1, minimumCalls: 1 })
    layer.handle.halfOpen()
    const permits = [layer.instance.acquire(), layer.instance.acquire()]
    layer.handle[change]()
    layer.instance.onFailure(permits[0]!, failure)
    layer.instance.onCancelled(permits[0]!)
    expect(layer.handle.state).toBe(STATE[change])
    expect(layer.snapshot).toMatchObject({ lateResults: 2, calls: 0 })
  })

  it('opens counts openings until it is closed; forceOpen leaves the number', async () => {
    const layer = new Case()
    const opens = (change: typeof TO[number]) => (layer.handle[change](), layer.snapshot['opens'])
    expect((['open', 'open', 'forceOpen', 'halfOpen', 'open', 'disable', 'open', 'metricsOnly', 'open', 'close'] as const).map(opens)).toEqual([1, 2, 2, 2, 3, 0, 1, 0, 1, 0])
  })

  it('close and metricsOnly begin with an empty window, open keeps what it shows', async () => {
    const layer = new Case({ windowSize: 10 })
    await layer.F()
    layer.handle.open()
    expect(layer.snapshot).toMatchObject({ calls: 1, failures: 1, failureRate: null })
    layer.handle.metricsOnly()
    expect(layer.snapshot['calls']).toBe(0)
    await layer.F()
    layer.handle.close()
    expect(layer.snapshot['calls']).toBe(0)
  })

  it('open takes a wait of its own, which is checked', async () => {
    const layer = new Case()
    layer.handle.open('5m')
    expect(layer.snapshot['remainingWaitMs']).toBe(300_000)
    expect(layer.events.at(-1)![1]).toMatchObject({ opens: 1, waitMs: 300_000 })
    expect(() => layer.handle.open('0')).toThrow(expect.objectContaining({ code: 'R4C-ATR-010' }))
    expect(() => layer.handle.open('-1s' as never)).toThrow(expect.objectContaining({ code: 'R4C-ATR-001' }))
    expect(layer.snapshot['remainingWaitMs']).toBe(300_000)
  })

  it('reset makes it as new and says only that', async () => {
    const layer = new Case()
    await layer.F()
    await layer.F()
    await layer.S()
    const told = layer.events.length
    layer.handle.reset()
    expect(layer.snapshot).toEqual({
      state: 'CLOSED', calls: 0, failures: 0, slow: 0, slowFailures: 0, failureRate: null, slowRate: null, opens: 0,
      remainingWaitMs: 0, halfOpenPermits: 0, halfOpenRecorded: 0, rejected: 0, lateResults: 0,
    })
    expect(layer.events.slice(told)).toEqual([['reset', {}]])
  })

  it('while disabled nothing is recorded, not even as late', async () => {
    const layer = new Case()
    layer.handle.disable()
    const told = layer.events.length
    for (let i = 0; i < 5; i++) await layer.F()
    expect(layer.snapshot).toMatchObject({ state: 'DISABLED', calls: 0, lateResults: 0 })
    expect(layer.events).toHaveLength(told)
  })
})

describe('listeners', () => {
  it('hear of the change when it is complete: the first caller has its permit, and a change of theirs holds', async () => {
    const layer = new Case()
    layer.handle.open()
    await layer.advance(1000)
    const tell = layer.instance.tell!
    const nested: number[] = []
    layer.instance.tell = (happening, from, rate) => {
      tell(happening, from, rate)
      if (layer.handle.state === 'HALF_OPEN') nested.push(layer.instance.acquire())
    }
    const permit = layer.instance.acquire()
    expect(nested).toEqual([-1])
    layer.instance.onSuccess(permit)
    expect(layer.handle.state).toBe('CLOSED')
  })
})

describe('live configuration', () => {
  it('rates and minimumCalls hold from the next record on', async () => {
    const layer = new Case({ windowSize: 10, minimumCalls: 10 })
    await layer.F()
    await layer.F()
    layer.configure({ minimumCalls: 2, failureRate: 60 })
    expect(layer.snapshot).toMatchObject({ state: 'CLOSED', calls: 2, failureRate: 100 })
    await layer.S()
    expect(layer.handle.state).toBe('OPEN')
  })

  it.each([[{ windowSize: 3 }], [{ windowSize: undefined, windowDuration: 1000 }]])('another size or kind of window begins empty and keeps the state: %j', async (window) => {
    const layer = new Case({ windowSize: 10, minimumCalls: 2 })
    await layer.F()
    layer.configure(window)
    expect(layer.snapshot).toMatchObject({ state: 'CLOSED', calls: 0 })
    await layer.F()
    expect(layer.snapshot).toMatchObject({ state: 'CLOSED', calls: 1 })
    layer.handle.open()
    layer.configure({ windowSize: 7, windowDuration: undefined })
    expect(layer.handle.state).toBe('OPEN')
  })

  it('the present wait stays, the next one is new', async () => {
    const layer = new Case()
    layer.handle.open()
    layer.configure({ waitInOpen: 5000 })
    expect(layer.snapshot['remainingWaitMs']).toBe(1000)
    layer.handle.open()
    expect(layer.snapshot['remainingWaitMs']).toBe(5000)
  })

  it('fewer half-open calls than were recorded decide at once', async () => {
    const layer = new Case({ ...BRK, halfOpenCalls: 10, maxHalfOpenWait: 0 })
    layer.handle.halfOpen()
    for (const outcome of 'FFFSSS') await layer[outcome as 'F' | 'S']()
    expect(layer.handle.state).toBe('HALF_OPEN')
    layer.configure({ halfOpenCalls: 6 })
    expect(layer.handle.state).toBe('OPEN')
  })

  it('a call under way settles by the rules that held, while options are about to be resolved anew', async () => {
    const layer = new Case({ ...BRK, slowCallDuration: 10, recordOn: 'throwable' })
    const call = layer.call(() => layer.failAfter(5, failure))
    layer.instance.options = undefined
    await layer.advance(5)
    expect(await layer.stateOf(call)).toEqual(['err', failure])
    expect(layer.snapshot).toMatchObject({ calls: 1, failures: 1 })
  })

  it('switched off it lets all through and records nothing; switched on again it is as it was', async () => {
    const layer = new Case()
    layer.handle.open()
    layer.configure({ enabled: false })
    expect(await layer.F()).toEqual(['err', failure])
    expect(layer.snapshot).toMatchObject({ state: 'OPEN', lateResults: 0, rejected: 0 })
    layer.configure({ enabled: true })
    expect(await layer.S()).toEqual(refused('OPEN', 1000))
  })
})
