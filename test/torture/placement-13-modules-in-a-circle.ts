// placement: modules that import each other, one of which uses sites of the other before it is finished; a site that is awaited at the top
import { resilient, Retry } from 'resilience4cata'
import { early, late, Later, seen } from './placement-13-circle.part.ts'
export const top = await resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { seen.push('top'); return 1 })()
export function hoistedUse() { return typeof resilientFn }
export { resilientFn as default, resilientFn as again }
const resilientFn = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => 'fn')
export class Here { @Retry({ maxAttempts: 2, delay: '0' }) async m() { return 'here' } }
export const { a, b: [c] } = { a: resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => 'a'), b: [resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => 'c')] }
export async function run(log: (l: string) => void) {
  log(seen.join()); log(await early.catch((e: Error) => e.name)); log(String(await late())); log(await new Later().go()); log([await a(), await c(), await resilientFn()].join())
  const self = await import('./placement-13-modules-in-a-circle.ts'); log(String(self.default === self.again)); log(await self.default())
}
/* expect:
undefined,TypeError,top
early TypeError
here
1
a,c,fn
true
fn
*/
