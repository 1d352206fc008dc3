// What the functions of cases do, and what tests look at.
import { compile } from '@resilience4cata/compiler/index'
import type { AnyFunction } from './kit.ts'

export type Spy<Fn extends AnyFunction = AnyFunction> = Fn & { calls: number }

export function spy<Fn extends AnyFunction>(fn: Fn): Spy<Fn> {
  const counted = function (this: unknown, ...args: unknown[]): unknown {
    spied.calls++
    return fn.apply(this, args)
  }
  // its text tells what it asks for
  const spied = Object.assign(counted, { calls: 0, toString: () => fn.toString() }) as unknown as Spy<Fn>
  return spied
}

/** Rejects so many times, with whatever is given for an error, then answers `'ok'`. */
export function fails(n: number, ...given: [error?: unknown]): Spy {
  const error = given.length > 0 ? given[0] : new Error('x')
  return spy(async () => {
    if (n-- > 0) throw error
    return 'ok'
  })
}

export interface Deferred<T = any> { readonly promise: Promise<T>; resolve(value?: T): void; reject(error: unknown): void }

export function d<T = any>(): Deferred<T> {
  let [resolve, reject]: [(value?: any) => void, (error: unknown) => void] = [() => {}, () => {}]
  const promise = new Promise<T>((settle, fail) => { [resolve, reject] = [settle as () => void, fail] })
  return { promise, resolve, reject }
}

/** A function whose calls end when the test says so. */
export function open(): Spy & { readonly pending: Deferred[] } {
  const pending: Deferred[] = []
  return Object.assign(spy(() => {
    const call = d()
    pending.push(call)
    return call.promise
  }), { pending })
}

export const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** What calls have failed with; `undefined` for one that has not. */
export const failures = async (calls: Iterable<Promise<unknown>>): Promise<any[]> =>
  (await Promise.allSettled(calls)).map((end) => (end.status === 'rejected' ? end.reason : undefined))

export const rejectOnAbort = (signal: AbortSignal, error?: unknown): Promise<never> => new Promise((_, fail) => {
  signal.addEventListener('abort', () => fail(error ?? signal.reason), { once: true })
})

/** A response with this status or text, which counts how often its body was cancelled. */
export function res(what: number | string): Response & { readonly cancelled: number } {
  const seen = { cancelled: 0 }
  const body = new ReadableStream({
    // nothing is read ahead, so that a cancel always reaches the source
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(typeof what === 'string' ? what : ''))
      controller.close()
    },
    cancel() { seen.cancelled++ },
  }, { highWaterMark: 0 })
  const response = new Response(body, { status: typeof what === 'number' ? what : 200 })
  return Object.defineProperty(response, 'cancelled', { get: () => seen.cancelled }) as Response & { readonly cancelled: number }
}

const FACE = 'AdaptiveLimit, Bulkhead, CircuitBreaker, Fallback, Hedge, RateLimiter, Retry, Timeout, resilient, BulkheadFullError'

export const compileText = (text: string, options: object = {}) =>
  compile(`import { ${FACE} } from 'resilience4cata'; ${text}`, { id: '/project/src/case.ts', root: '/project', packageName: '@acme/cases', ...options })

/** The codes of its diagnostics. */
export const codes = (text: string): string[] => compileText(text).diagnostics.map(({ code }) => code)

/** The codes of the mistakes that an act throws. */
export function codesOf(act: () => unknown): string[] {
  try {
    act()
  } catch (error) {
    return (error as { diagnostics?: { code: string }[] }).diagnostics?.map(({ code }) => code) ?? ['no ConfigurationError']
  }
  return []
}
