import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { LoneLayer } from '@resilience4cata/testing/lone-layer'
import { room } from './index.ts'
import type { Written } from './options.ts'

const down = new Error('down')
const fail = async () => { throw down }
const layer = (written: Written) => new LoneLayer(room, written)

describe('when it answers', () => {
  it('FB-03: never after a success', async () => {
    let calls = 0
    const at = layer({ handler: () => calls++ })
    expect(await at.stateOf(at.call(async () => 'ok'))).toEqual(['ok', 'ok'])
    expect(calls).toBe(0)
    expect(at.events).toEqual([])
  })

  it('by default for everything thrown', async () => {
    const at = layer({ handler: (failure) => [failure] })
    for (const failure of [down, new RangeError(), 'text', undefined]) {
      expect(await at.stateOf(at.call(() => { throw failure }))).toEqual(['ok', [failure]])
    }
  })

  it('FB-06: only for what is in applyOn and not in skipOn', async () => {
    class NotFound extends Error {}
    class Gone extends NotFound {}
    const at = layer({ handler: () => 'fallback', applyOn: [NotFound], skipOn: Gone })
    const gone = new Gone()
    expect(await at.stateOf(at.call(() => { throw new NotFound() }))).toEqual(['ok', 'fallback'])
    expect(await at.stateOf(at.call(() => { throw gone }))).toEqual(['err', gone])
    expect(await at.stateOf(at.call(fail))).toEqual(['err', down])
    expect(at.events.map(([name]) => name)).toEqual(['applied'])
  })

  it('not for a call that its caller has aborted, unless onCancel', async () => {
    for (const onCancel of [false, true]) {
      const at = layer({ handler: () => 'fallback', onCancel })
      const controller = new AbortController()
      const call = at.call(() => at.failAfter(10, down), controller.signal)
      controller.abort()
      await at.advance(10)
      expect(await at.stateOf(call)).toEqual(onCancel ? ['ok', 'fallback'] : ['err', down])
    }
  })
})

describe('what it gets', () => {
  it('FB-07: failure, context and the arguments; this is the receiver', async () => {
    const receiver = { name: 'receiver' }
    const at = layer({ handler(this: unknown, failure, context, ...args) { return [this, failure, context, args] } })
    const call = room.wrap.async(at.instance, fail, { site: 'lone', arity: 2, innerOffers: true, mode: 'async' })
    const args = ['x', 'y', 'beyond']
    expect(await call({ self: receiver, args, scope: undefined, attempts: 3, verdict: undefined, body: fail }))
      .toEqual([receiver, down, { attempts: 3, instanceId: 'lone', args }, args])
  })

  it('one attempt, where nothing inside counts', async () => {
    const at = layer({ handler: (_, { attempts }) => attempts })
    expect(await at.stateOf(at.call(fail, undefined, (call) => { call.attempts = 3 }))).toEqual(['ok', 1])
  })

  it('F-1: a method has its parameters, then the failure, and the context where it declares it', async () => {
    const at = layer({ method: 'later' })
    const ask = (later: unknown, ...args: unknown[]) =>
      room.wrap.async(at.instance, fail, { site: 'lone', arity: 2, innerOffers: false, mode: 'async' })({ self: { later }, args, scope: undefined, attempts: 0, verdict: undefined, body: fail })
    expect(await ask((...all: unknown[]) => all, 'a')).toEqual(['a', undefined, down])
    expect(await ask((...all: unknown[]) => all, 'a', 'b', 'beyond')).toEqual(['a', 'b', down])
    expect(await ask((a: unknown, b: unknown, failure: unknown, context: unknown) => [a, b, failure, context], 'a', 'b', 'beyond'))
      .toEqual(['a', 'b', down, { attempts: 1, instanceId: 'lone', args: ['a', 'b', 'beyond'] }])
    await expect(ask(undefined)).rejects.toMatchObject({ name: 'ConfigurationError', code: 'R4C-FBK-001' })
  })
})

describe('what becomes of it', () => {
  const own = new Error('own')
  it.each([['throws', () => { throw own }], ['rejects', async () => { throw own }]])('FB-02: a fallback that %s is the result, unwrapped', async (_, handler) => {
    const at = layer({ handler })
    const call = at.call(fail)
    expect(await at.stateOf(call)).toEqual(['err', own])
    expect(at.events).toEqual([['failed', { failure: down, fallbackFailure: own }]])
  })

  it('is told once its answer stands', async () => {
    const at = layer({ handler: () => at.after(100, 'later') })
    const call = at.call(fail)
    await at.advance(99)
    expect(at.events).toEqual([])
    await at.advance(1)
    expect(await at.stateOf(call)).toEqual(['ok', 'later'])
    expect(at.events).toEqual([['applied', { failure: down, attempts: 1 }]])
  })

  it('a mistake of its own site is not its affair', async () => {
    const mistake = new ConfigurationError([{ code: 'R4C-CLS-013', says: '', where: 'lone' }])
    const at = layer({ handler: () => 'fallback' })
    expect(await at.stateOf(at.call(() => { throw mistake }))).toEqual(['err', mistake])
    const elsewhere = new ConfigurationError([{ code: 'R4C-CLS-013', says: '', where: 'other' }])
    expect(await at.stateOf(at.call(() => { throw elsewhere }))).toEqual(['ok', 'fallback'])
  })

  it('what can\'t be looked at is a failure', async () => {
    const at = layer({ handler: () => 'fallback' })
    const closed = new Proxy({}, { get() { throw new Error('closed') }, has() { throw new Error('closed') } })
    for (const failure of [undefined, null, closed, { name: 'ConfigurationError' }]) expect(await at.stateOf(at.call(() => { throw failure }))).toEqual(['ok', 'fallback'])
  })
})

describe('sync', () => {
  const broken = () => { throw down }
  it('answers at once', () => expect(layer({ handler: (failure) => [failure] }).callSync(broken)).toEqual([down]))
  it('throws what is not for it', () => expect(() => layer({ handler: () => 1, applyOn: [] }).callSync(broken)).toThrow(down))
  it('R4C-SYN-003: an async answer', () => {
    expect(() => layer({ handler: async () => 1 }).callSync(broken)).toThrow(expect.objectContaining({ code: 'R4C-SYN-003' }))
  })
})
