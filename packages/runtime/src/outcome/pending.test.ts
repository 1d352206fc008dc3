import { expect, it, vi } from 'vitest'
import { pending } from './pending.ts'
import { rejected, rejectedPromise } from './rejected.ts'
import { settled } from './settled.ts'

it.each([undefined, null, 0, '', 'text', 1n, true, Symbol('s'), {}, [], () => 1, { then: 7 }])('pending: nothing to wait for in %s', (value) => {
  expect(pending(value)).toBeUndefined()
})

it('pending: a promise is awaited as it is', () => {
  const promise = Promise.resolve(1)
  expect(pending(promise)).toBe(promise)
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
