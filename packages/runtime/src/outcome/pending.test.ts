import { expect, it, vi } from 'vitest'
import { pending } from './pending.ts'
import { rejected, rejectedPromise } from './rejected.ts'
import { settled } from './settled.ts'

it.each([undefined, null, 0, '', 'text', 1n, true, Symbol('s'), {}, [], () => 1, { then: 7 }])('pending: nothing to wait for in %s', (value) => {
  expect(pending(value)).toBeUndefined()
})

it('pending: what `then` a promise has counts, as it does for a `return` of the language', async () => {
  const promise = Object.assign(Promise.resolve(1), { then: (done: (value: string) => void) => done('its own') })
  expect(await pending(promise)).toBe('its own')
  expect(await pending(Promise.resolve(1))).toBe(1)
})

it('pending: a `then` on the prototype of a primitive is nobody’s', () => {
  const prototype = Number.prototype as { then?: unknown }
  prototype.then = () => {}
  try { expect(pending(7)).toBeUndefined() } finally { delete prototype.then }
})

it("pending: a thenable's `then` is read once, and called later, on the thenable", async () => {
  let reads = 0
  let called = false
  const thenable = { get then() { reads++; return function (this: unknown, done: (v: unknown) => void) { called = true; done(this === thenable) } } }
  const wait = pending(thenable)
  const result = (async () => await wait)()
  expect(called).toBe(false)
  expect(await result).toBe(true)
  expect(reads).toBe(1)
})

it('pending: a function may be a thenable, and what it gives may be one too', async () => {
  const inner = { then: (done: (v: string) => void) => done('inner') }
  const thenable = Object.assign(() => {}, { then: (done: (v: unknown) => void) => done(inner) })
  expect(await pending(thenable)).toBe('inner')
})

it('pending: a `then` that throws when it is read is the failure', () => {
  expect(() => pending({ get then() { throw new Error('hostile') } })).toThrow('hostile')
})

it('rejected: the very error, whatever it is, without an unhandled one', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const error = { any: 'thing' }
  await expect((async () => rejected(error))()).rejects.toBe(error)
  await expect((async () => rejected(undefined))()).rejects.toBeUndefined()
  await expect(rejectedPromise(error)).rejects.toBe(error)
  await new Promise((done) => setTimeout(done))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it('settled: a value passes, a thenable of a sync site is R4C-SYN-010', () => {
  const value = {}
  expect(settled(value, 'a#f')).toBe(value)
  expect(() => settled(Promise.resolve(), 'a#f')).toThrow(expect.objectContaining({ code: 'R4C-SYN-010', name: 'ConfigurationError' }))
})
