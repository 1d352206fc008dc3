import { getEventListeners } from 'node:events'
import { realm } from '@resilience4cata/core/run/realm'
import { describe, expect, it } from 'vitest'
import { AttemptScope } from './attempt-scope.ts'
import { attemptSignal } from './attempt-signal.ts'
import { callerScope } from './caller-scope.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

describe("the caller's signal", () => {
  it('is nothing, or R4C-SIG-001, or a scope of the same state', () => {
    expect(callerScope(undefined)).toBeUndefined()
    expect(callerScope(null)).toBeUndefined()
    for (const wrong of ['signal', 7, {}, new AbortController(), { aborted: false }]) {
      expect(() => callerScope(wrong)).toThrow(expect.objectContaining({ code: 'R4C-SIG-001' }))
    }
    const controller = new AbortController()
    const scope = callerScope(controller.signal)!
    expect(scope.signal).toBe(controller.signal)
    expect(scope.aborted).toBe(false)
    controller.abort('why')
    expect([scope.aborted, scope.reason]).toEqual([true, 'why'])
  })

  it('may be anything of the shape', () => {
    const foreign = { aborted: true, reason: 'r', addEventListener() {}, removeEventListener() {} }
    expect(callerScope(foreign)!.reason).toBe('r')
  })

  it('C-6: has one listener for all who wait, and none after the last', () => {
    const { signal } = new AbortController()
    const waiting = Array.from({ length: 50 }, () => callerScope(signal)!.listen(() => {}))
    expect(listeners(signal)).toBe(1)
    for (const one of waiting.slice(0, 49)) one.end()
    expect(listeners(signal)).toBe(1)
    waiting[49]!.end()
    waiting[49]!.end()
    expect(listeners(signal)).toBe(0)
    callerScope(signal)!.listen(() => {}).end()
    expect(listeners(signal)).toBe(0)
  })

  it('fires each once, in order, those not that were ended before their turn, and lets go', () => {
    const controller = new AbortController()
    const scope = callerScope(controller.signal)!
    const fired: string[] = []
    scope.listen(() => { fired.push('a'); b.end() })
    const b = scope.listen(() => fired.push('b'))
    const c = scope.listen(() => fired.push('c'))
    controller.abort()
    c.end()
    expect(fired).toEqual(['a', 'c'])
    expect(listeners(controller.signal)).toBe(0)
  })

  it('whoever comes when it is aborted hears of it right behind, unless it ends before', async () => {
    const { signal } = new AbortController()
    const aborted = callerScope(AbortSignal.abort('why'))!
    const fired: string[] = []
    aborted.listen(() => fired.push('a'))
    aborted.listen(() => fired.push('b')).end()
    callerScope(signal)!.listen(() => fired.push('c')).end()
    const waiting = callerScope(signal)!.listen(() => fired.push('d'))
    expect(fired).toEqual([])
    await undefined
    expect([fired, listeners(aborted.signal)]).toEqual([['a'], 0])
    waiting.end()
  })

  it('leaves from the middle in any order', () => {
    const controller = new AbortController()
    const scope = callerScope(controller.signal)!
    const fired: number[] = []
    const all = Array.from({ length: 6 }, (_, i) => scope.listen(() => fired.push(i)))
    for (const i of [2, 0, 5, 3]) all[i]!.end()
    controller.abort()
    expect(fired).toEqual([1, 4])
  })

  it('who leaves, and says so twice, takes nobody along, also not who comes later', () => {
    const controller = new AbortController()
    const scope = callerScope(controller.signal)!
    const fired: number[] = []
    const [first, , third, last] = Array.from({ length: 4 }, (_, i) => scope.listen(() => fired.push(i)))
    for (const one of [last, first, third, third, first, last]) one!.end()
    scope.listen(() => fired.push(4))
    controller.abort()
    expect(fired).toEqual([1, 4])
  })

  it('is counted once, as long as somebody listens to it', () => {
    const before = realm().listening ?? 0
    const [one, other] = [new AbortController(), new AbortController()].map(({ signal }) => callerScope(signal)!)
    const waiting = [one!.listen(() => {}), one!.listen(() => {}), other!.listen(() => {})]
    expect(realm().listening).toBe(before + 2)
    waiting[0]!.end()
    expect(realm().listening).toBe(before + 2)
    for (const each of waiting) each.end()
    expect(realm().listening).toBe(before)
  })
})

describe("an attempt's scope", () => {
  it('C-5: has no signal until it is asked for, then always the same', () => {
    const scope = new AttemptScope(undefined)
    const { signal } = scope
    expect(scope.signal).toBe(signal)
    scope.cancel('late')
    expect([signal.aborted, signal.reason, scope.aborted, scope.reason]).toEqual([true, 'late', true, 'late'])
    const early = new AttemptScope(undefined)
    early.cancel('early')
    expect([early.signal.aborted, early.signal.reason]).toEqual([true, 'early'])
  })

  it('ends once, with the first reason', () => {
    const scope = new AttemptScope(undefined)
    let fired = 0
    scope.listen(() => fired++)
    scope.cancel('first')
    scope.cancel('second')
    expect([fired, scope.reason]).toEqual([1, 'first'])
  })

  it('C-3: ends with what is around it, with the same reason, in the same turn', () => {
    const controller = new AbortController()
    const outer = new AttemptScope(callerScope(controller.signal))
    const inner = new AttemptScope(outer)
    const order: string[] = []
    inner.signal.addEventListener('abort', () => order.push('body'))
    inner.listen(() => order.push('waiting layer'))
    controller.abort('stop')
    expect(order).toEqual(['waiting layer', 'body'])
    expect([outer.reason, inner.reason, inner.signal.reason]).toEqual(['stop', 'stop', 'stop'])
    expect(new AttemptScope(outer).reason).toBe('stop')
  })

  it('O-2: is lost when its outcome is of interest to nobody, with all that is inside of it; cancelled it is not', () => {
    const [cancelled, lost] = [new AttemptScope(undefined), new AttemptScope(undefined)]
    const inside = [cancelled, lost].map((scope) => new AttemptScope(scope))
    const all = [cancelled, lost, ...inside]
    expect(all.map((scope) => scope.lost)).toEqual([false, false, false, false])
    cancelled.cancel('late')
    lost.lose('no longer needed')
    expect(all.map((scope) => scope.lost)).toEqual([false, true, false, true])
    expect(all.map((scope) => scope.reason)).toEqual(['late', 'no longer needed', 'late', 'no longer needed'])
    expect([new AttemptScope(cancelled).lost, new AttemptScope(lost).lost]).toEqual([false, true])
    const aborted = callerScope(AbortSignal.abort('why'))
    expect(new AttemptScope(aborted).lost).toBe(false)
  })

  it('is forgotten by what is around it once it is closed or cancelled', () => {
    const { signal } = new AbortController()
    const closed = new AttemptScope(callerScope(signal))
    const cancelled = new AttemptScope(callerScope(signal))
    expect(listeners(signal)).toBe(1)
    closed.close()
    cancelled.cancel('mine')
    expect(listeners(signal)).toBe(0)
  })
})

describe('attemptSignal', () => {
  it('R4C-SIG-003 with no attempt on the stack', () => {
    expect(() => attemptSignal()).toThrow(expect.objectContaining({ code: 'R4C-SIG-003' }))
  })

  it('is the signal of the scope, or one for the attempt that never aborts', () => {
    const home = realm()
    const scope = new AttemptScope(undefined)
    home.attempt = { scope }
    expect(attemptSignal()).toBe(scope.signal)
    home.attempt = { scope: undefined }
    const quiet = attemptSignal()
    expect(attemptSignal()).toBe(quiet)
    home.attempt = { scope: undefined }
    expect(attemptSignal()).not.toBe(quiet)
    home.attempt = undefined
  })
})
