import type { Realm } from '@resilience4cata/core/run/realm'
import { afterEach, expect, it, vi } from 'vitest'
import { report, reportRejection } from './report.ts'

afterEach(() => { vi.unstubAllGlobals(); vi.useRealTimers() })
const about = { instance: 'prices', source: 'listener' }
const error = new Error('hook')

it('goes to onError', () => {
  const onError = vi.fn()
  report({ entered: [], onError }, error, about)
  expect(onError.mock.calls).toEqual([[error, about]])
})

it("else to the platform's reportError", () => {
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  report({ entered: [] }, error, about)
  expect(reportError.mock.calls).toEqual([[error]])
})

it('else it is thrown in a task of its own', () => {
  vi.stubGlobal('reportError', undefined)
  vi.useFakeTimers()
  report({ entered: [] }, error, about)
  expect(() => vi.runAllTimers()).toThrow(error)
})

it('an onError that throws or rejects is reported to the platform', async () => {
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  const worse = new Error('worse')
  report({ entered: [], onError() { throw worse } }, error, about)
  report({ entered: [], async onError() { throw worse } }, error, about)
  await undefined
  expect(reportError.mock.calls).toEqual([[worse], [worse]])
})

it('reports the rejection of what a listener returned, and a then that throws', async () => {
  const onError = vi.fn()
  const realm: Realm = { entered: [], onError }
  for (const answer of [undefined, 7, null, {}, Promise.resolve(1)]) reportRejection(realm, answer, about)
  reportRejection(realm, Promise.reject(error), about)
  reportRejection(realm, { get then() { throw error } }, about)
  await undefined
  expect(onError.mock.calls).toEqual([[error, about], [error, about]])
})
