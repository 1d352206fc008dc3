// Arguments that can be read only once.
import type { Scenario } from '@resilience4cata/testing/scenario'

export const scenarios: readonly Scenario[] = [
  {
    title: 'an argument that can be read only once, and has been, ends the retries',
    source: `
import { Retry, resilient } from 'resilience4cata'
import { backend } from 'scenario'

const policies = { maxAttempts: 3, delay: '100ms', jitter: 'none' } as const
const used = () => { const request = new Request('https://shop/', { method: 'POST', body: 'x' }); request.text().catch(() => {}); return request }
const sends = resilient({ retry: { ...policies } }, async (body: ReadableStream) => { body.getReader(); return backend('upload') })
const asks = resilient({ timeout: '5s', retry: { ...policies } }, async ({ method }: Request) => backend(method && 'upload'))
export const aStream = () => sends(new ReadableStream())
export const aRequest = () => asks(used())

export class Decorated {
  call() { return this.send('sku', new ReadableStream()) }
  @Retry({ maxAttempts: 3, delay: '100ms', jitter: 'none' })
  async send(_sku: string, body: ReadableStream) { body.getReader(); return backend('upload') }
}
`,
    outcomes: [{ throws: 'down' }],
    script: [{ call: [] }, { advance: 100 }],
    expected: {
      trace: ['0 attempt upload', '0 retry.gaveUp attempts=1 reason=NOT_RETRYABLE failure=down detail=ARGUMENT_CONSUMED', '0 threw down'],
    },
  },
  {
    title: 'a fresh argument, the last attempt, and what the function does not count do not',
    source: `
import { resilient } from 'resilience4cata'
import { backend } from 'scenario'

const retry = { maxAttempts: 2, delay: '100ms', jitter: 'none' } as const
const locked = () => { const body = new ReadableStream(); body.getReader(); return body }
const fresh = resilient({ retry: { ...retry } }, async (_body: unknown) => backend('a'))
const rest = resilient({ retry: { ...retry } }, async (...bodies: unknown[]) => backend(bodies.length === 1 && 'a'))
export const uncounted = () => rest(locked())
export const unread = () => fresh(new ReadableStream())
export const unusual = () => fresh({ get [Symbol.toStringTag]() { throw new Error('odd') } })
`,
    outcomes: [{ throws: 'down' }, { throws: 'down' }],
    script: [{ call: [] }, { advance: 100 }],
    expected: {
      trace: ['0 attempt a', '0 retry.retrying attempt=1 delayMs=100 failure=down', '100 attempt a', '100 retry.gaveUp attempts=2 reason=MAX_ATTEMPTS failure=down', '100 threw down'],
    },
  },
]
