import type { Classifier } from '@resilience4cata/core/classifier'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { describe, expect, it } from 'vitest'
import { room } from './index.ts'
import type { AdaptiveLimit } from './runtime.ts'

const lone = (written: object = {}) => new LoneLayer<AdaptiveLimit>(room, written)
const timedOut = () => Object.assign(new Error('late'), { name: 'CallTimeoutError', code: 'R4C_CALL_TIMEOUT' })
const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const MINUTE = 60_000

describe('latencyThreshold', () => {
  it('takes a slower success for overload, with two readings of the clock', async () => {
    const layer = lone({ latencyThreshold: 100 })
    layer.call(() => layer.after(100))
    await layer.advance(100)
    expect([layer.instance.limit, layer.reads]).toEqual([20, 2])
    layer.call(() => layer.after(101))
    await layer.advance(101)
    expect([layer.instance.limit, layer.reads]).toEqual([18, 4])
  })

  it('leaves out the time in line', async () => {
    const layer = lone({ initialLimit: 1, latencyThreshold: 100, maxWait: MINUTE })
    const calls = times(2, () => layer.call(() => layer.after(80)))
    await layer.advance(160)
    await Promise.all(calls)
    expect(layer.events.map(([, fields]) => fields)).toEqual([{ from: 1, to: 2, reason: 'GROWN' }])
  })

  it('a clock that stands still or is set back makes nothing slow', async () => {
    for (const raw of [() => 5, (n: number) => -n]) {
      const layer = lone({ latencyThreshold: 100 })
      let n = 0
      layer.instance.realm.clock = { now: () => raw(n++) }
      await layer.call(() => 'ok')
      expect(layer.instance.limit).toBe(20)
    }
  })
})

describe('classifier', () => {
  const judge = async (own: Classifier | undefined, verdict: string | undefined, end: () => unknown) => {
    const layer = lone({ initialLimit: 1, ...(own && { classifier: own }) })
    layer.instance.limit = 10
    times(9, () => layer.call(hang))
    await layer.call(end, undefined, (call) => { call.verdict = verdict as never }).catch(() => {})
    return [layer.instance.limit, layer.instance.inFlight]
  }
  const fail = () => Promise.reject(new Error('x'))

  it('overload cuts, failure and ignore say nothing, for values and failures', async () => {
    expect(await judge(undefined, 'overload', () => 503)).toEqual([9, 9])
    expect(await judge(undefined, 'overload', fail)).toEqual([9, 9])
    for (const verdict of ['failure', 'ignore', 'confused']) {
      expect(await judge(undefined, verdict, () => 500)).toEqual([10, 9])
      expect(await judge(undefined, verdict, () => Promise.reject(timedOut()))).toEqual([10, 9])
    }
  })

  it.each(['failure', 'ignore', 'success'])('%s: what lets a limit of 1 grow is a value that is a success', async (verdict) => {
    for (const end of [() => 500, fail]) {
      const layer = lone({ initialLimit: 1 })
      await layer.call(end, undefined, (call) => { call.verdict = verdict as never }).catch(() => {})
      expect([layer.instance.limit, layer.instance.inFlight]).toEqual([verdict === 'success' && end !== fail ? 2 : 1, 0])
    }
  })

  it('the layer’s own replaces the site’s', async () => {
    expect(await judge(() => ({ verdict: 'overload' }), 'success', () => 503)).toEqual([9, 9])
    expect(await judge({ error: () => 'overload' }, undefined, fail)).toEqual([9, 9])
    expect(await judge(() => 'success', 'overload', () => 503)).toEqual([10, 9])
  })

  it('AL-05 one that throws changes nobody’s outcome; a verdict that is none is a mistake; the slot goes back', async () => {
    const reported: unknown[] = []
    const layer = lone({ classifier: () => { throw new Error('classifier') } })
    layer.instance.realm.onError = (error) => { reported.push(error) }
    expect(await layer.call(() => 'value')).toBe('value')
    expect([reported.length, layer.instance.inFlight, layer.instance.limit]).toEqual([1, 0, 20])
    const wrong = lone({ classifier: async () => 'success' })
    await expect(wrong.call(() => 'value')).rejects.toMatchObject({ code: 'R4C-CLS-013' })
    expect(wrong.instance.inFlight).toBe(0)
  })
})
