import { expect, it } from 'vitest'
import { ConfigurationError } from './configuration-error.ts'
import { fault } from './diagnostic.ts'
import { brand, isOurs, ResilienceError } from './rejection.ts'
import { Instance } from './run/instance.ts'
import { rejection } from './run/stackless.ts'

const make = () => brand(class FullError extends ResilienceError { declare readonly reason: string }, 'FullError', 'R4C_FULL', 'bulkhead')
const FullError = make()

class Room extends Instance {
  readonly policy = 'bulkhead'
  readonly defaults = {}
}
const room = new Room('shop:a.ts#f')
const reject = () => Object.assign(rejection(FullError, room, 'room', ' is full'), { reason: 'QUEUE_FULL' })

it('has its name, code and policy on the prototype, and what the instance knows', () => {
  const error = reject()
  expect(error).toMatchObject({ name: 'FullError', code: 'R4C_FULL', policy: 'bulkhead', message: 'room shop:a.ts#f is full', reason: 'QUEUE_FULL', instanceId: 'shop:a.ts#f' })
  expect(Object.hasOwn(error, 'name')).toBe(false)
  expect(reject()).not.toBe(error)
})

it('says nothing where there is no id', () => {
  expect(rejection(FullError, new Room(''), 'room', ' is full').message).toBe('room is full')
})

it('is an instance of the same class of another copy, and of the root', () => {
  const Copy = make()
  expect(reject()).toBeInstanceOf(Copy)
  expect(reject()).toBeInstanceOf(ResilienceError)
  expect(reject()).not.toBeInstanceOf(ConfigurationError)
  expect(new Error('x')).not.toBeInstanceOf(FullError)
  expect(FullError[Symbol.hasInstance](undefined)).toBe(false)
  expect(isOurs(reject())).toBe(true)
  expect(isOurs(new Error('x'))).toBe(false)
})

it("leaves a user's subclass the ordinary rule", () => {
  class Mine extends FullError {}
  expect(reject()).not.toBeInstanceOf(Mine)
  expect(new Mine('x')).toBeInstanceOf(Mine)
  expect(new Mine('x')).toBeInstanceOf(FullError)
  class Bare extends ResilienceError {}
  expect(new Bare('x')).toBeInstanceOf(ResilienceError)
})

it('is native and has no stack; the limit is as before', () => {
  const limit = Error.stackTraceLimit
  const error = reject()
  expect(error.stack).toBe('FullError: room shop:a.ts#f is full')
  expect(Object.prototype.toString.call(error)).toBe('[object Error]')
  expect(Error.stackTraceLimit).toBe(limit)
})

it('keeps its stack where a registry asks for it, and where the limit is read-only', () => {
  const traced = new Room('t')
  traced.realm = { entered: [], stackTraces: true }
  expect(rejection(FullError, traced, 'full', '').stack).toContain('rejection.test')
  const limit = Error.stackTraceLimit
  Object.defineProperty(Error, 'stackTraceLimit', { value: limit, writable: false, configurable: true, enumerable: true })
  try {
    expect(reject().stack).toContain('rejection.test')
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', { value: limit, writable: true, configurable: true, enumerable: true })
  }
})

it('says all mistakes with code, place, fact and what to do', () => {
  const error = new ConfigurationError([
    { ...fault('R4C-ATR-003', 'maxAttempts must be at least 1, got 0', 'Write 1 for a single attempt.'), where: 'instances.prices.retry' },
    fault('R4C-CFG-001', 'unknown option "x"'),
  ])
  expect(error.name).toBe('ConfigurationError')
  expect(error.code).toBe('R4C-ATR-003')
  expect(error.diagnostics).toHaveLength(2)
  expect(error.message).toBe('R4C-ATR-003 instances.prices.retry: maxAttempts must be at least 1, got 0. Write 1 for a single attempt.\nR4C-CFG-001 unknown option "x"')
})
