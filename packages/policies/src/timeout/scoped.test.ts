// Text asks for the scope of an attempt only where somebody needs it, which may be late.
import { expect, it } from 'vitest'
import { createRegistry } from '@resilience4cata/policies/index'
import { into, leaveWith, scopeOf, timeout } from '@resilience4cata/policies/generated'
import { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { callerScope } from '@resilience4cata/runtime/scope/caller-scope'
import { ManualClock } from '@resilience4cata/testing/manual-clock'

function site(options: object = {}) {
  const clock = new ManualClock()
  const inside = timeout('site', { duration: 1000 as never, ...options }, into(createRegistry({ clock, timers: clock })))
  const begin = () => {
    inside.ready()
    const race = inside.begin()
    race.promise().catch(() => {})
    return race
  }
  return { clock, begin }
}

it('asked for behind the deadline it is aborted, with what the caller got', async () => {
  const { clock, begin } = site()
  const race = begin()
  await clock.advance(1000)
  const scope = scopeOf(race)
  expect([scope.aborted, scope.reason]).toEqual([true, expect.objectContaining({ code: 'R4C_CALL_TIMEOUT' })])
})

it('without `cancel` what is inside goes on', async () => {
  const { clock, begin } = site({ cancel: false })
  const race = begin()
  await clock.advance(1000)
  expect(scopeOf(race).aborted).toBe(false)
})

it('asked for when the caller has left it is aborted with its reason', () => {
  const { begin } = site()
  const controller = new AbortController()
  const outer = callerScope(controller.signal)
  const race = begin()
  leaveWith(race, outer)
  controller.abort('why')
  expect(scopeOf(race, outer).reason).toBe('why')
})

it('one that begins when what is around it has ended is answered at once, and nobody is listened to', async () => {
  const { clock, begin } = site()
  const outer = new AttemptScope(undefined)
  outer.cancel('why')
  const race = begin()
  const answer = race.promise()
  leaveWith(race, outer)
  await expect(answer).rejects.toBe('why')
  expect([race.open, outer.empty, clock.elapsed()]).toEqual([false, true, 0])
})

it('asked for when all is over it stays with nobody', () => {
  const { begin } = site()
  const outer = new AttemptScope(undefined)
  const race = begin()
  race.resolve(1)
  scopeOf(race, outer)
  expect(outer.empty).toBe(true)
})

it.each([true, false])('a caller that leaves behind the deadline leaves nothing any longer, with cancel: %s', async (cancel) => {
  const { clock, begin } = site({ cancel })
  const controller = new AbortController()
  const outer = callerScope(controller.signal)
  const race = begin()
  leaveWith(race, outer)
  await clock.advance(1000)
  controller.abort('why')
  const scope = scopeOf(race, outer)
  expect([scope.aborted, scope.reason]).toEqual(cancel ? [true, expect.objectContaining({ code: 'R4C_CALL_TIMEOUT' })] : [false, undefined])
})

it('a race that is used again has no scope of an earlier attempt', async () => {
  const { clock, begin } = site()
  const first = begin()
  const old = scopeOf(first)
  first.resolve(1)
  const second = begin()
  expect(second).toBe(first)
  const fresh = scopeOf(second)
  await clock.advance(1000)
  expect([fresh === old, old.aborted, fresh.aborted]).toEqual([false, false, true])
})
