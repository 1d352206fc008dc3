// A rejected result is kept in case nothing better comes. Once it isn't what the call ends with, it is released, once.
import { expect, it } from 'vitest'
import { hang } from '@resilience4cata/testing/lone-layer'
import { sites } from '../parts/sites.fixture.ts'

const REJECTED = 503
const down = new Error('down')
const fatal = new RangeError('typo')

/** The first attempt brings a result that is rejected, the others what is given; what is released, in turn. */
async function call(then: (at: ReturnType<typeof sites>, caller: AbortController) => (() => unknown)[], options: object = {}) {
  const at = sites()
  const caller = new AbortController()
  const released: unknown[] = []
  const more = then(at, caller)
  let n = 0
  const f = at.R((_signal: AbortSignal) => (n++ ? more.shift()!() : at.after(10, REJECTED)) as Promise<unknown>, {
    signal: (signal: AbortSignal) => signal,
    hedge: { maxAttempts: 1 + more.length, delay: '50ms', hedgeOn: 'Error', classifier: (value: unknown) => (value === REJECTED ? 'failure' : 'success'), dispose: (value: unknown) => released.push(value), ...options },
  })
  const made = f(caller.signal)
  made.catch(() => {})
  await at.clock.advance(1000)
  return { end: await at.st(made), released }
}

it('when an attempt wins', async () => {
  expect(await call((at) => [() => at.after(10, 'data')])).toEqual({ end: ['ok', 'data'], released: [REJECTED] })
})

it('when the next failure takes its place', async () => {
  expect(await call((at) => [() => at.failAfter(10, down)])).toEqual({ end: ['err', down], released: [REJECTED] })
  expect(await call((at) => [() => at.after(10, REJECTED)])).toEqual({ end: ['ok', REJECTED], released: [REJECTED] })
})

it('when a failure ends the call that no attempt makes good', async () => {
  expect(await call((at) => [() => at.failAfter(10, fatal)])).toEqual({ end: ['err', fatal], released: [REJECTED] })
})

it('when the classifier can’t be asked about the next one', async () => {
  const { end, released } = await call((at) => [() => at.after(10, 'odd')], { classifier: (value: unknown) => (value === 'odd' ? Promise.resolve('success') : 'failure') })
  expect(end).toMatchObject(['err', { code: 'R4C-CLS-013' }])
  expect(released).toEqual(['odd', REJECTED])
})

it('when the caller leaves', async () => {
  const { end, released } = await call((at, caller) => [() => { at.clock.set(() => caller.abort(down), 5); return hang() }])
  expect([end, released]).toEqual([['err', down], [REJECTED]])
})

it('when the caller leaves while the next one is judged: that one too', async () => {
  let leave = () => {}
  const { end, released } = await call((at, caller) => {
    leave = () => caller.abort(down)
    return [() => at.after(10, 'next'), () => hang()]
  }, { classifier: (value: unknown) => { if (value === 'next') leave(); return 'failure' } })
  expect([end, released]).toEqual([['err', down], [REJECTED, 'next']])
})

it.each(['return', 'throw'])('not when it is what the call ends with: %s', async (onExhaustedResult) => {
  const { end, released } = await call((at) => [() => at.after(10, 504)], { classifier: () => 'failure', onExhaustedResult })
  expect(end).toMatchObject(onExhaustedResult === 'return' ? ['ok', 504] : ['err', { result: 504 }])
  expect(released).toEqual([REJECTED])
})
