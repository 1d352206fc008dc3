// In which order layers nest, by every way to say so.
import { describe } from 'vitest'
import type { Scenario } from '@resilience4cata/testing/scenario'
import { byEveryEngine } from './every-engine.ts'

const HEAD = `
import { Bulkhead, bundle, PolicyOrder, resilient, Retry } from 'resilience4cata'
import { backend } from 'scenario'
`
const TWICE = "{ maxAttempts: 2, delay: '1s', jitter: 'none' }"

/** Whether the bulkhead stands outside of the retry: then nobody else has its slot while the retry waits. */
const held = (source: string): Scenario => ({
  title: 'the bulkhead outside of the retry', source: HEAD + source,
  outcomes: [{ throws: 'down' }, { returns: 7 }], script: [{ call: ['a'] }, { advance: 500 }, { call: ['b'] }, { advance: 500 }],
  expected: { trace: ['0 attempt a', '0 retry.retrying attempt=1 delayMs=1000 failure=down', '500 bulkhead.rejected reason=FULL', '500 threw BulkheadFullError(bulkhead stock is full: 1 of 1 slots in use)', '1000 attempt a', '1000 returned 7'] },
})
const free = (source: string): Scenario => ({
  ...held(source), title: 'the bulkhead inside',
  expected: { trace: ['0 attempt a', '0 retry.retrying attempt=1 delayMs=1000 failure=down', '500 attempt b', '500 returned 7', '1000 attempt a', '1000 returned 7'] },
})
const BODY = '{ return backend(sku) }'
const LAYERS = `retry: ${TWICE}, bulkhead: { name: 'stock', maxConcurrent: 1 }`
const MARKS = `@Bulkhead({ name: 'stock', maxConcurrent: 1 }) @Retry(${TWICE})`
const OUT = "'bulkhead', 'retry'"
const IN = "'retry', 'bulkhead'"

describe('the order', () => {
  const said = (what: string, scenario: Scenario): [string, Scenario] => [`${what}: ${scenario.title}`, scenario]
  byEveryEngine([
    said('none', free(`
export const marked = resilient({ bulkhead: { name: 'stock', maxConcurrent: 1 }, retry: ${TWICE} }, async (sku: string) => backend(sku))
export class Written { ${MARKS} async call(sku: string) ${BODY} }
export class Turned { @Retry(${TWICE}) @Bulkhead({ name: 'stock', maxConcurrent: 1 }) async call(sku: string) ${BODY} }
@Bulkhead({ name: 'stock', maxConcurrent: 1 })
export class Both { @Retry(${TWICE}) async call(sku: string) ${BODY} }`)),
    said('of the site', held(`
export const marked = resilient({ ${LAYERS}, order: [${OUT}] }, async (sku: string) => backend(sku))
export class First { @PolicyOrder(${OUT}) ${MARKS} async call(sku: string) ${BODY} }
export class Last { ${MARKS} @PolicyOrder(${OUT}) async call(sku: string) ${BODY} }
@PolicyOrder(${OUT})
export class Whole { ${MARKS} async call(sku: string) ${BODY} }`)),
    said('of a bundle', held(`
const all = bundle({ ${LAYERS}, order: [${OUT}] })
export const marked = resilient(all, async (sku: string) => backend(sku))
export class Method { @all async call(sku: string) ${BODY} }
@all
export class Whole { async call(sku: string) ${BODY} }`)),
    said('the method’s beats the class’s', held(`
@PolicyOrder(${IN})
export class Method { @PolicyOrder(${OUT}) ${MARKS} async call(sku: string) ${BODY} }
const all = bundle({ ${LAYERS}, order: [${IN}] })
@all
export class Bundled { @PolicyOrder(${OUT}) async call(sku: string) ${BODY} }
const outside = bundle({ order: [${OUT}] })
@PolicyOrder(${IN})
export class ByBundle { ${MARKS} @outside async call(sku: string) ${BODY} }`)),
    said('the direct one beats the bundle’s', held(`
const all = bundle({ ${LAYERS}, order: [${IN}] })
export class Above { @PolicyOrder(${OUT}) @all async call(sku: string) ${BODY} }
export class Below { @all @PolicyOrder(${OUT}) async call(sku: string) ${BODY} }
@PolicyOrder(${OUT}) @all export class Whole { async call(sku: string) ${BODY} }`)),
    said('layers that the site doesn’t have are passed over', held(`
export const marked = resilient({ ${LAYERS}, order: ['timeout', ${OUT}, 'rateLimiter'] }, async (sku: string) => backend(sku))
export class Hedged { @PolicyOrder('bulkhead', 'hedge') ${MARKS} async call(sku: string) ${BODY} }`)),
    said('one of a single layer says nothing', free(`
export const marked = resilient({ ${LAYERS}, order: ['bulkhead'] }, async (sku: string) => backend(sku))
export class Empty { @PolicyOrder() ${MARKS} async call(sku: string) ${BODY} }`)),
  ])
})
