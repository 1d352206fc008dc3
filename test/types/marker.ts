// The marker's effect on types. Only the type checker runs this file: a line below `@ts-expect-error` must be wrong, every other must be right.
import { bundle, pipeline, resilient, type Policies } from '@resilience4cata/policies/index'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false
const is = <A, B>(_: Equal<A, B>): void => {}

// the function's own type: generics, overloads and `this` survive
const generic = resilient({ retry: { maxAttempts: 3, delay: '100ms' } }, async <T>(value: T): Promise<T> => value)
is<typeof generic, <T>(value: T) => Promise<T>>(true)

interface Overloaded { (sku: string): Promise<string>; (id: number): Promise<number>; (this: Date, all: boolean): Promise<boolean> }
declare const overloaded: Overloaded
const kept = resilient({ circuitBreaker: { name: 'prices' } }, overloaded)
is<typeof kept, Overloaded>(true)

const withThis = resilient({ retry: true }, async function (this: Date, ms: number) { return this.getTime() + ms })
is<typeof withThis, (this: Date, ms: number) => Promise<number>>(true)

const contextual: (sku: string) => Promise<number> = resilient({ retry: true }, async (sku) => sku.length)
void contextual

// also where the place that it is for has a type
export const placed: <T>(value: T) => Promise<T> = resilient({ retry: true }, async <T>(value: T): Promise<T> => value)
export class Loader { readonly load: <T>(url: string) => Promise<T> = resilient({ retry: true, fallback: false }, async <T>(url: string): Promise<T> => JSON.parse(url) as T) }

// a fallback's type is added to the result
const widened = resilient({ fallback: () => null }, async (sku: string) => sku.length)
is<typeof widened, (sku: string) => Promise<number | null>>(true)

const asyncAnswer = resilient({ fallback: { handler: async () => 'none' as const, applyOn: [TypeError] } }, async (sku: string) => sku.length)
is<typeof asyncAnswer, (sku: string) => Promise<number | 'none'>>(true)

const sync = resilient({ mode: 'sync', fallback: () => null }, (text: string): number => Number(text))
is<typeof sync, (text: string) => number | null>(true)

const same = resilient({ fallback: () => 0 }, async (sku: string) => sku.length)
is<typeof same, (sku: string) => Promise<number>>(true)

const receiver = resilient({ fallback: () => 'later' }, async function (this: Date, ms: number) { return ms })
is<typeof receiver, (this: Date, ms: number) => Promise<number | string>>(true)

// nothing is promised that a fallback doesn't keep: not for every T, nor for the other overloads
const nothing = resilient({ fallback: () => null }, async <T>(value: T): Promise<T> => value)
is<typeof nothing, (value: unknown) => Promise<unknown>>(true)
const anything = resilient({ fallback: (): any => null }, async <T>(value: T): Promise<T> => value)
is<typeof anything, <T>(value: T) => Promise<T>>(true)
declare const two: { (sku: string): Promise<string>; (id: number): Promise<number> }
const zero = resilient({ fallback: () => 0 }, two)
is<typeof zero, (id: number) => Promise<number>>(true)

// a handler gets the function's parameters and receiver behind failure and context
resilient({ fallback: (failure, context, sku, count) => { is<[typeof failure, typeof sku, typeof count], [any, string, number]>(true); return context.attempts } }, async (_sku: string, _count: number) => 1)
resilient({ fallback: { handler(_failure, _context, ms) { return this.getTime() + ms } } }, async function (this: Date, ms: number) { return ms })
resilient({ signal: (options) => options.signal }, async (_options: { signal: AbortSignal }) => 1)
// @ts-expect-error the function takes text
resilient({ fallback: (_failure, _context, sku: number) => sku }, async (sku: string) => sku.length)
// @ts-expect-error a signal is an AbortSignal
resilient({ signal: (options) => options.timeout }, async (_options: { timeout: number }) => 1)

// words of a verdict are words, whatever else is typed
resilient({ classifier: (_answer: Response) => 'failure', retry: true }, async (url: string) => fetch(url))
resilient({ classifier: ({ status }: Response) => ({ verdict: status === 503 ? 'overload' : 'failure', retryAfterMs: 5 }), fallback: () => null }, async (url: string) => fetch(url))
resilient({ retry: { classifier: { result: ({ ok }: Response) => (ok ? 'success' : { verdict: 'failure' }), error: ({ name }) => (name === 'TypeError' ? 'failure' : 'ignore') } } }, async (url: string) => fetch(url))
resilient([{ classifier: (_answer: Response) => 'failure' }, bundle({ retry: true })], async (url: string) => fetch(url))

// bundles, lists, consts
const remote = bundle({ retry: { maxAttempts: 3 }, fallback: () => 'cached' })
const bundled = resilient(remote, async (id: number) => id)
is<typeof bundled, (id: number) => Promise<number | string>>(true)
const listed = resilient([bundle({ retry: true }), { fallback: () => null }], async (id: number) => id)
is<typeof listed, (id: number) => Promise<number | null>>(true)
const patient = { retry: { maxAttempts: 5, delay: '1s', backoff: 'fixed' } } as const satisfies Policies
resilient(patient, async () => 1)
resilient({ ...patient, circuitBreaker: true }, async () => 1)

// also what is wrong beside what is right
// @ts-expect-error no such policy
bundle({ retry: true, retri: true })
// @ts-expect-error no such option
bundle({ retry: { maxAttempts: 3, maxDelai: '1s' }, fallback: () => null })
// @ts-expect-error no such option
resilient([bundle({ timeout: '2s' }), { retry: { maxAttempts: 5, maxDelai: '1s' } }], async () => 1)
// @ts-expect-error no such option
pipeline('shop', { retry: { maxAttempts: 3, maxDelai: '1s' } })
// @ts-expect-error a pipeline's layers nest in the default order
pipeline('shop', { retry: true, order: ['retry'] })

// a pipeline's fallback is added to what it executes
const shop = pipeline('shop', { timeout: '1s', fallback: { handler: async (_failure, { attempts }) => ({ attempts }), skipOn: RangeError } })
const executed = () => shop.execute(async () => 'x')
is<ReturnType<typeof executed>, Promise<string | { attempts: number }>>(true)
const executedSync = () => pipeline('shop', { retry: { delay: '0' } }).executeSync(() => 1)
is<ReturnType<typeof executedSync>, number>(true)

// wrong uses
// @ts-expect-error durations have a unit
resilient({ retry: { delay: '2 secs' } }, async () => 1)
// @ts-expect-error no such policy
resilient({ retri: true }, async () => 1)
// @ts-expect-error no such option
resilient({ retry: { maxAttempt: 3 } }, async () => 1)
// @ts-expect-error no such layer
resilient({ retry: true, order: ['retri'] }, async () => 1)
// @ts-expect-error the fallback is always outermost
resilient({ retry: true, order: ['fallback', 'retry'] }, async () => 1)
// @ts-expect-error a method can only be named on a method
resilient({ fallback: 'later' }, async () => 1)
// @ts-expect-error no function
resilient({ retry: true })
// @ts-expect-error the arguments are swapped
resilient(async () => 1, { retry: true })
// @ts-expect-error a mode is one of two
resilient({ retry: true, mode: 'asynchronous' }, async () => 1)

// somebody else's object
const backend = { get: async (id: string) => id, name: 'backend' }
const safe = resilient.of(backend, { get: { retry: true } })
is<typeof safe, typeof backend>(true)
// @ts-expect-error no such method
resilient.of(backend, { put: { retry: true } })
