// What text does (template.ts): the layers around a timeout hear of its answer in the turn in which it is given.
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { furnished } from '@resilience4cata/core/run/furnished'
import { createRegistry } from '@resilience4cata/policies/index'
import { circuitBreaker, into, leaveWith, outside, timeout, unlessLeft } from '@resilience4cata/policies/generated'
import { callerScope } from '@resilience4cata/runtime/scope/caller-scope'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import type { Race } from './race.ts'

function site(options: object = {}) {
  const clock = new ManualClock()
  const registry = createRegistry({ clock, timers: clock })
  const breaker = circuitBreaker('site', { windowSize: 1 }, into(registry))
  const inside = timeout('site', { duration: 1000 as never, ...options }, furnished(into(registry), outside(unlessLeft((failure, { note0 }) => breaker.onFailure(note0, failure), ({ note0 }) => breaker.onCancelled(note0)))))
  breaker.ready()
  const call = (signal?: AbortSignal) => {
    inside.ready()
    const race = inside.begin()
    const answer = race.promise()
    race.note0 = breaker.acquire()
    leaveWith(race, callerScope(signal))
    return { race, answer }
  }
  return { clock, registry, breaker, inside, call }
}

it('its failure is recorded before anybody else can call', async () => {
  const { clock, breaker, call } = site()
  const { answer } = call()
  answer.catch(() => {})
  let seen: string | undefined
  // armed behind the timer of the deadline, for the same time
  clock.set(() => { seen = breaker.state }, 1000)
  await clock.advance(1000)
  expect(seen).toBe('OPEN')
  await expect(answer).rejects.toMatchObject({ code: 'R4C_CALL_TIMEOUT' })
})

it('what they publish follows in the context of the call, behind the timeout itself', async () => {
  const { clock, registry, breaker, call } = site()
  const store = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  registry.on('*', ({ type }) => seen.push([type, store.getStore()]))
  const calls = ['a', 'b'].map((who) => store.run(who, call))
  for (const { answer } of calls) answer.catch(() => {})
  await clock.advance(1000)
  expect(breaker.state).toBe('OPEN')
  expect(seen).toEqual([['timeout.timedOut', 'a'], ['timeout.timedOut', 'b'], ['circuitBreaker.stateTransition', 'a']])
})

it('its function fails: recorded at once, whoever listens', async () => {
  const { registry, breaker, call } = site()
  registry.on('*', () => {})
  const { race, answer } = call()
  race.reject(new Error('down'))
  expect(breaker.state).toBe('OPEN')
  await expect(answer).rejects.toThrow('down')
})

it('O-1: they hear of an attempt once: what its function comes to behind the deadline is no affair of theirs', async () => {
  const clock = new ManualClock()
  const told: unknown[] = []
  const inside = timeout('site', { duration: 1000 as never }, furnished(into(createRegistry({ clock, timers: clock })), outside((failure) => { told.push(failure) })))
  const answers = [(race: Race) => race.reject(new Error('down')), (race: Race) => race.resolve('late')].map((end) => {
    inside.ready()
    const race = inside.begin()
    return { answer: race.promise(), end: () => end(race) }
  })
  await Promise.all([clock.advance(1000), ...answers.map(({ answer }) => expect(answer).rejects.toMatchObject({ code: 'R4C_CALL_TIMEOUT' }))])
  for (const { end } of answers) end()
  expect(told).toEqual(Array(2).fill(expect.objectContaining({ code: 'R4C_CALL_TIMEOUT' })))
  expect(inside.counts).toEqual({ pending: 0, timedOut: 2, lateSettled: 2 })
})

it('its function fails because the caller has left: given back, unrecorded, where it is switched off too', async () => {
  const { breaker, call } = site({ enabled: false })
  const controller = new AbortController()
  const { race, answer } = call(controller.signal)
  controller.abort('why')
  race.reject(new Error('stopped'))
  expect([breaker.state, breaker.tally.calls]).toEqual(['CLOSED', 0])
  await expect(answer).rejects.toThrow('stopped')
})

it('a caller that leaves gives back what it has taken', async () => {
  const { breaker, inside, call } = site()
  breaker.enter('HALF_OPEN', 3)
  const { given } = breaker
  const controller = new AbortController()
  const { answer } = call(controller.signal)
  expect(breaker.given).toBe(given + 1)
  controller.abort('why')
  // whoever has aborted finds it taken; whoever hears of it finds it given back
  expect(breaker.given).toBe(given + 1)
  await expect(answer).rejects.toBe('why')
  expect(breaker.given).toBe(given)
  expect(inside.counts.pending).toBe(0)
})

it('switched off it is no more than a promise', async () => {
  const { clock, inside, call } = site({ enabled: false })
  const controller = new AbortController()
  const { race, answer } = call(controller.signal)
  controller.abort('why')
  await clock.advance(5000)
  race.resolve('at last')
  expect([await answer, inside.counts.pending, clock.pending()]).toEqual(['at last', 0, 0])
})

it('a race is used again only when nobody has it any longer', async () => {
  const { clock, call } = site()
  const first = call()
  first.race.resolve(1)
  const second = call()
  expect(second.race).toBe(first.race)
  second.answer.catch(() => {})
  await clock.advance(1000)
  const third = call()
  expect(third.race).not.toBe(second.race)
  second.race.resolve('late')
  expect(third.race.open).toBe(true)
  third.race.reject(undefined)
  await expect(third.answer).rejects.toBe(undefined)
})
