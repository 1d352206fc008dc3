// sync: a deadline takes the place of what the inside ended with, before the layers around it hear of it; what the classifier said goes too
import { createRegistry, resilient, type Policies } from 'resilience4cata'

let t = 0
const registry = createRegistry({ clock: { now: () => t, wallNow: () => t } as never })
const disposed: string[] = []
const timeout = { duration: 10, dispose: (value: string) => { disposed.push(value) } } as const
const works = (script: (string | number)[]) => () => { for (let each = script.shift(); each !== undefined; each = script.shift()) { if (typeof each === 'number') t += each; else if (each.startsWith('!')) throw new Error(each); else return each }; return 'over' }
const call = (f: () => unknown) => { try { return String(f()) } catch (e) { return (e as Error).name === 'Error' ? (e as Error).message : (e as Error).name } }

const alone = works([9, 'in time', 10, 'late', 11, '!late', 3, '!failed'])
const a = resilient({ mode: 'sync', registry, timeout }, () => alone())
const again = works([20, 'late 2', 20, '!late', 1, 'third'])
const b = resilient({ mode: 'sync', registry, retry: { delay: '0' }, timeout }, () => again())
const around = works([6, '!first', 6, 'second'])
const c = resilient({ mode: 'sync', registry, order: ['timeout', 'retry'], retry: { delay: '0' }, timeout }, () => around())
const opens = works([20, 'late 3', 1, 'good'])
const d = resilient({ mode: 'sync', registry, circuitBreaker: { windowSize: 1, minimumCalls: 1 }, timeout, bulkhead: { maxConcurrent: 1 }, fallback: (e: Error) => `instead of ${e.name}` }, () => opens())
const judged = works([20, 'bad', 1, 'bad', 1, 'fine'])
const classifier: Policies['classifier'] = { result: (value) => (value === 'bad' ? 'failure' : 'success'), error: (e) => (e instanceof Error && e.name === 'CallTimeoutError' ? 'ignore' : undefined) }
const e = resilient({ mode: 'sync', registry, classifier, retry: { delay: '0', onExhaustedResult: 'return' } as never, timeout }, () => judged())
const inner: () => string = resilient({ mode: 'sync', registry, bulkhead: { maxConcurrent: 1, name: 'one' }, timeout }, (): string => { t += 4; return calls++ < 1 ? call(inner) : 'deep' })
let calls = 0

export async function run(log: (line: string) => void) {
  log([a, a, a, a].map(call).join())
  log([b, c, d, d].map(call).join())
  log([e, inner, inner].map(call).join())
  log(disposed.join())
}
/* expect:
in time,CallTimeoutError,CallTimeoutError,!failed
third,CallTimeoutError,instead of CallTimeoutError,instead of CallNotPermittedError
fine,BulkheadFullError,deep
late,late 2,second,late 3,bad
*/
