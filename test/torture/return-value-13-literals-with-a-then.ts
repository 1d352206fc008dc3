// return-value: literals and classes that have a `then`, quoted, computed, by prototype, static
import { resilient } from 'resilience4cata'
let n = 0
Object.defineProperty(Array.prototype, 'then', { configurable: true, get() { return undefined } })
const f = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { if (++n < 2) throw new Error('again'); return class { static then = (ok: any) => ok('static then') } })
const g = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => ({ __proto__: { then(ok: any) { ok('proto then') } } }))
const h = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => ({ 'then': (ok: any) => ok('quoted') }))
const i = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => ({ ['th' + 'en']: (ok: any) => ok('computed') }))
const j = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => ({ get then() { return (ok: any) => ok('getter') } }))
const k = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => ({ async then(ok: any) { ok('method') } }))
const l = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => class X { static async then(ok: any) { ok('static method') } })
export async function run(log: (l: string) => void) { delete (Array.prototype as any).then; for (const x of [f, g, h, i, j, k, l]) log(String(await x())) }
/* expect:
static then
proto then
quoted
computed
getter
method
static method
*/
