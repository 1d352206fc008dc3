import { describe, expect, it } from 'vitest'
import { useManualClock } from '@resilience4cata/testing/use-manual-clock'
import { engines } from '../engines/engines.ts'
import { BRK, cases } from './kit.ts'
import { fails, spy } from './outcomes.ts'

class NotFound extends Error {}
class ConnError extends Error {}

cases('fallback', (kit) => {
  const fbErr = new Error('fallback')
  it.each([
    ['throws', () => { throw fbErr }],
    ['rejects', async () => { throw fbErr }],
    ['rejects with a promise of its own', () => Promise.reject(fbErr)],
  ])('FB-02 · a fallback that %s ends the call with its own error', async (_, fallback) => {
    const { R, st, ev } = kit()
    const failure = new Error('x')
    const p = R(fails(9, failure), { fallback })()
    const [kind, error] = (await st(p)) as ['err', unknown]
    expect(kind).toBe('err')
    expect(error).toBe(fbErr)
    const [event] = ev('fallback.failed')
    expect(event!['failure']).toBe(failure)
    expect(event!['fallbackFailure']).toBe(fbErr)
    expect(ev('fallback.applied')).toEqual([])
  })

  it('FB-03 · a success doesn’t call it', async () => {
    const { R, st, ev } = kit()
    const fallback = spy(() => 'fb')
    for (const value of ['ok', undefined, null, 0, new Error('a value')]) expect(await st(R(async () => value, { fallback })())).toEqual(['ok', value])
    expect([fallback.calls, ev()]).toEqual([0, []])
  })

  it.each([[NotFound, 'outer', 1], [ConnError, 'inner', 1]])('FB-06 · of two, one in the other, one answers: applyOn %o', async (applyOn, right, count) => {
    const { R, st, ev, id } = kit()
    const handler = spy(() => 'inner')
    const inner = R(fails(9, new ConnError('x')), { fallback: { handler, applyOn: [applyOn] } })
    const outer = R(() => inner(), { fallback: () => 'outer' })
    expect(await st(outer())).toEqual(['ok', right])
    expect(handler.calls).toBe(right === 'inner' ? 1 : 0)
    expect(ev('fallback.applied').map(({ instance }) => instance)).toEqual([id(right === 'inner' ? inner : outer)])
    expect(ev('fallback.applied')).toHaveLength(count)
  })

  it('FB-07 · it sees the arguments, the last failure, the attempts and the id', async () => {
    const { R, st, id } = kit()
    const errors: Error[] = []
    const f = R(async () => { throw errors[errors.push(new Error('x')) - 1] }, {
      retry: { delay: '0' }, fallback: (e: unknown, ctx: any, a: unknown, b: unknown) => [a, b, e, ctx.attempts, ctx.instanceId, ctx.args],
    })
    const [, [a, b, e, attempts, instanceId, args]] = (await st(f('x', 'y'))) as any
    expect([a, b, attempts, instanceId, args]).toEqual(['x', 'y', 3, id(f), ['x', 'y']])
    expect(e).toBe(errors[2])
  })

  it('FB-07 · where an open breaker refuses the first attempt, one was made', async () => {
    const { R, st, reg, id } = kit()
    const f = R(fails(9), { retry: { delay: '0' }, circuitBreaker: BRK, fallback: (e: Error, { attempts }: any) => [e.name, attempts] })
    reg.circuitBreaker(id(f)).forceOpen()
    expect(await st(f())).toEqual(['ok', ['CallNotPermittedError', 1]])
  })

  it('FB-07 · hedges count as attempts', async () => {
    const { R, run } = kit()
    const f = R(fails(9), { hedge: { delay: '10ms', maxAttempts: 3 }, fallback: (_: unknown, { attempts }: any) => attempts })
    expect(await run(f)).toBe(3)
  })
})

describe('fallback by method', () => {
  useManualClock({ autoAdvance: true })
  const source = `
    import { Fallback } from 'resilience4cata'
    class Custom extends Error {}
    const failure = new Error('x')
    class S {
      @Fallback('fb') async get(id: object): Promise<unknown> { throw failure }
      private async fb(id: object, e: unknown) { throw Object.assign(new Custom(), { self: this, id, e }) }
    }
    export { Custom, failure, S }`
  const hidden = `
    import { Fallback } from 'resilience4cata'
    export class S { n = 7; @Fallback('#fb') async get(id: string): Promise<unknown> { throw new Error('x') } #fb(id: string, e: Error) { return [this.n, id, e.message] } }`

  it.each(Object.entries(engines))('FB-05 · its error comes as it is, with the receiver and the arguments: %s', async (_, engine) => {
    const { Custom, failure, S } = await engine(source, {})
    const [s, id] = [new S(), {}]
    const calls = await Promise.allSettled([s.get(id), s.get(id)])
    for (const call of calls) {
      const { reason } = call as PromiseRejectedResult
      expect(reason).toBeInstanceOf(Custom)
      expect([reason.self === s, reason.id === id, reason.e === failure]).toEqual([true, true, true])
    }
  })

  it.each(Object.entries(engines))('FB-05 · a private one works compiled, and says so interpreted: %s', async (way, engine) => {
    const { S } = await engine(hidden, {})
    if (way.startsWith('compiled')) expect(await new S().get('a')).toEqual([7, 'a', 'x'])
    else await expect(new S().get('a')).rejects.toMatchObject({ name: 'ConfigurationError', code: 'R4C-FBK-002' })
  })
})
