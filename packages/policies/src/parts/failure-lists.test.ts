import { beforeEach, describe, expect, it } from 'vitest'
import { runInNewContext } from 'node:vm'
import { createRealm } from '@resilience4cata/runtime/registry'
import { Retry } from '../retry/runtime.ts'
import { failureList, type FailureList } from './failure-lists.ts'
import { isException } from './failures.ts'

const reported: unknown[] = []
const instance = new Retry('lists')
instance.realm = { ...createRealm(), onError: (error) => { reported.push(error) } }
beforeEach(() => { reported.length = 0 })

const matches = (failure: unknown, on: FailureList, except?: FailureList) => failureList(on, except, instance)(failure)
const named = (name: string) => Object.assign(new Error(name), { name })

describe("'exception'", () => {
  it.each(['ReferenceError', 'RangeError', 'InternalError', 'AssertionError', 'ConfigurationError'])('%s is fatal, by name', (name) => {
    expect(isException(named(name))).toBe(false)
  })
  it.each([new TypeError('Failed to fetch'), new SyntaxError('JSON'), new Error('x'), 'text', undefined, null, 0, {}])('%s is not', (failure) => {
    expect(isException(failure)).toBe(true)
  })
  it('an assertion of Node is, by code', () => expect(isException(Object.assign(new Error(), { code: 'ERR_ASSERTION' }))).toBe(false))
  it('an error of another realm is', () => expect(isException(runInNewContext('new ReferenceError("x")'))).toBe(false))
  it('a getter that throws counts as absent', () => {
    const hostile = { get name() { throw new Error('no') }, get code() { throw new Error('no') } }
    expect(isException(hostile)).toBe(true)
    expect(matches(hostile, 'AbortError')).toBe(false)
    expect(reported).toEqual([])
  })
})

describe('matchers', () => {
  it("'throwable' is everything", () => expect(matches(named('RangeError'), 'throwable')).toBe(true))
  it('a text is a name or a code', () => {
    expect(matches(Object.assign(new Error(), { code: 'ECONNRESET' }), ['ECONNRESET'])).toBe(true)
    expect(matches(named('TimeoutError'), 'TimeoutError')).toBe(true)
    expect(matches(named('Other'), 'TimeoutError')).toBe(false)
  })
  it('a class goes by instanceof', () => {
    class HttpError extends Error {}
    class NotFound extends HttpError {}
    expect(matches(new NotFound(), HttpError)).toBe(true)
    expect(matches(new HttpError(), [NotFound])).toBe(false)
    expect(matches(new TypeError(), Error)).toBe(true)
  })
  it('a class that extends nothing is a class, an old constructor of errors too', () => {
    class Plain {}
    function Old() {}
    Old.prototype = Object.create(Error.prototype)
    expect(matches(new Plain(), Plain)).toBe(true)
    expect(matches({}, Plain)).toBe(false)
    expect(matches(Object.create(Old.prototype), Old as never)).toBe(true)
  })
  it('any other function is a predicate', () => {
    expect(matches({ status: 503 }, (failure) => failure.status >= 500)).toBe(true)
    expect(matches({ status: 404 }, function (failure: any) { return failure.status >= 500 })).toBe(false)
  })
  it('what a predicate gives counts as in an `if`', () => {
    expect(matches(new Error('read ETIMEDOUT'), (failure) => failure.message.match(/ETIMEDOUT/))).toBe(true)
    expect(matches(new Error('other'), (failure) => failure.message.match(/ETIMEDOUT/))).toBe(false)
    expect(matches({ body: { then: 1 } }, (failure) => failure.body)).toBe(true)
    expect(reported).toEqual([])
  })
  it('the exception list wins, and an empty list matches nothing', () => {
    expect(matches(new TypeError(), 'exception', [TypeError])).toBe(false)
    expect(matches(new Error(), [])).toBe(false)
    expect(matches(new Error(), 'exception', [])).toBe(true)
  })
  it('one that throws is reported and does not match', () => {
    const error = new Error('in the matcher')
    expect(matches(new Error(), () => { throw error })).toBe(false)
    expect(matches(new Error(), 'exception', () => { throw error })).toBe(true)
    expect(reported).toEqual([error, error])
  })
  it('a promise is no answer; its rejection is reported', async () => {
    const error = new Error('later')
    expect(matches(new Error(), (async () => { throw error }) as never)).toBe(false)
    await new Promise((done) => { setTimeout(done) })
    expect(reported).toEqual([error])
  })
})
