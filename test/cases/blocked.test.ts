// An event loop that was blocked for longer than several timers wait: they are heard one behind the other, each when the time of all has passed.
import { expect, it } from 'vitest'
import { SteppingClock } from './clock.ts'
import { cases, type Layers } from './kit.ts'
import { fails, spy } from './outcomes.ts'

/** A clock that goes on while nothing else does. */
class Blocked extends SteppingClock {
  ahead = 0
  read(): number { return this.now() + this.ahead }
}

const around: Layers = { order: ['timeout', 'hedge'], timeout: '60ms', hedge: { delay: '20ms', maxAttempts: 3, budgetPercent: 0 } }

cases('a blocked event loop', (kit) => {
  const blocked = () => {
    const clock = new Blocked()
    return { ...kit({ clock, registry: { clock: { now: () => clock.read() }, timers: clock } }), clock }
  }

  it.each<[string, number, number, string]>([
    ['past both: nobody waits for another attempt', 200, 1, 'CallTimeoutError'],
    ['up to the very end of the deadline', 40, 1, 'CallTimeoutError'],
    ['past the delay alone: another attempt begins', 39, 2, 'CallTimeoutError'],
  ])('a deadline around a hedge, %s', async (_, ms, attempts, name) => {
    const { R, clock, hang, ev } = blocked()
    const body = spy(hang)
    const call = R(body, around)()
    const ends = call.catch((error: Error) => error.name)
    clock.ahead = ms
    await clock.advance(20)
    await clock.advance(40)
    expect([await ends, body.calls, ev('hedge.skipped').length]).toEqual([name, attempts, 0])
  })

  it('a deadline that cancels nothing lets what is inside go on', async () => {
    const { R, clock, hang } = blocked()
    const body = spy(hang)
    R(body, { ...around, timeout: { duration: '60ms', cancel: false } })().catch(() => {})
    clock.ahead = 200
    await clock.advance(20)
    expect(body.calls).toBe(2)
  })

  it('what has failed meanwhile is heard, and not hedged over', async () => {
    const { R, clock, st } = blocked()
    const error = new Error('in time')
    const body = spy(() => new Promise((_, fail) => { clock.set(() => fail(error), 10) }))
    const call = R(body, around)()
    clock.ahead = 200
    await clock.advance(10)
    expect([await st(call), body.calls]).toEqual([['err', error], 1])
  })

  it('a timeout that is switched off holds nothing back', async () => {
    const { R, clock } = blocked()
    const body = fails(1)
    const f = R(body, { ...around, timeout: { duration: '60ms', enabled: false } })
    clock.ahead = 500
    expect([await f(), body.calls]).toEqual(['ok', 2])
  })
})
