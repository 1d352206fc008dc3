import { afterEach, describe, expect, it, vi } from 'vitest'
import { httpClassifier, retryAfterMs } from './index.ts'

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })
const hint = (after: string, date?: string) => retryAfterMs(new Headers({ 'retry-after': after, ...(date && { date }) }))

afterEach(() => { vi.useRealTimers() })

describe('httpClassifier', () => {
  it.each([200, 204, 206, 301, 304, 400, 401, 403, 404, 409, 410, 422, 499, 501, 505, 511])('%i is a success', (status) => {
    expect(httpClassifier(answer(status, { 'retry-after': '5' }))).toBe('success')
  })
  it.each([408, 425, 500, 502, 504])('%i is a failure', (status) => expect(httpClassifier(answer(status))).toBe('failure'))
  it.each([429, 503])('%i is overload', (status) => expect(httpClassifier(answer(status))).toBe('overload'))

  it.each([[503, 'overload'], [500, 'failure']])('%i brings its hint along', (status, verdict) => {
    expect(httpClassifier(answer(status, { 'Retry-After': '7' }))).toEqual({ verdict, retryAfterMs: 7000 })
  })

  it('goes by the shape, so that answers of other clients and realms are judged', () => {
    expect(httpClassifier({ status: 503, headers: new Map([['retry-after', '2']]) })).toEqual({ verdict: 'overload', retryAfterMs: 2000 })
  })

  it.each([[undefined], [null], ['text'], [503], [{}], [{ status: '503', headers: new Map() }], [{ status: 503 }], [{ status: 503, headers: null }], [{ status: 503, headers: { 'retry-after': '1' } }]])(
    '%o is no answer of a server: a success', (value) => expect(httpClassifier(value)).toBe('success'),
  )
})

describe('Retry-After', () => {
  it.each([['1', 1000], ['120', 120_000], [' 3 ', 3000], ['007', 7000]])('%s seconds', (after, ms) => expect(hint(after)).toBe(ms))
  it('more seconds than any clock has is more than any bound', () => expect(hint('9'.repeat(400))).toBe(Infinity))

  it.each(['', '0', '-5', '1.5', '+5', '5s', '1e3', '0x10', 'soon', 'Infinity', 'NaN', '1 2099', '2099-01-01T00:00:00Z', 'Wed, 21 Oct 2015 07:28:00 GMT', 'Wednesday', 'Sun, 99 Foo 2099 07:28:00 GMT'])(
    '%o is no hint', (after) => expect(hint(after)).toBeUndefined(),
  )
  it('no header is no hint', () => expect(retryAfterMs(new Headers())).toBeUndefined())
  it('what a client gives for a header that it hasn’t', () => expect([undefined, null, false].map((none) => retryAfterMs({ get: () => none }))).toEqual([undefined, undefined, undefined]))

  it('a date counts from the answer’s own, not from a clock that may be wrong', () => {
    vi.useFakeTimers({ now: 0 })
    expect(hint('Fri, 21 Oct 2095 07:28:10 GMT', 'Fri, 21 Oct 2095 07:28:00 GMT')).toBe(10_000)
    expect(hint('Fri, 21 Oct 2095 07:28:00 GMT', 'Fri, 21 Oct 2095 07:28:00 GMT')).toBeUndefined()
  })

  it('without one it counts from the wall clock', () => {
    vi.useFakeTimers({ now: Date.UTC(2095, 9, 21, 7, 28) })
    expect(hint('Fri, 21 Oct 2095 07:28:10 GMT')).toBe(10_000)
    expect(hint('Fri, 21 Oct 2095 07:27:59 GMT')).toBeUndefined()
  })

  it('an own date that makes no sense leaves no hint', () => expect(hint('Fri, 21 Oct 2095 07:28:10 GMT', 'yesterday')).toBeUndefined())

  it.each(['Sunday, 06-Nov-94 08:49:47 GMT', 'Sun Nov  6 08:49:47 1994'])('the old forms are UTC too: %s', (after) => {
    expect(hint(after, 'Sun, 06 Nov 1994 08:49:37 GMT')).toBe(10_000)
  })

  it('reads no clock where it needs none', () => {
    const read = vi.spyOn(Date, 'now')
    hint('5')
    hint('Fri, 21 Oct 2095 07:28:10 GMT', 'Fri, 21 Oct 2095 07:28:00 GMT')
    httpClassifier(answer(503))
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })
})
