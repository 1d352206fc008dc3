// control-flow: bodies that leave through `switch`, labels, loops, `finally`, static blocks and disposal, of which pieces fail
import { resilient } from 'resilience4cata'
const log_: string[] = []
let t = 0; const once = (x: any = '') => { log_.push('o' + x); if (++t % 2) throw new Error('x' + x) }
const g1 = resilient({ retry: { maxAttempts: 3, delay: '0' }, bulkhead: { maxConcurrent: 1 } }, async (xs: AsyncIterable<number>) => {
  const out: any[] = []
  outer: for await (const x of xs) {
    switch (x) {
      case 1: out.push('one')
      case 2: out.push('two'); continue outer
      case 3: { using r = { [Symbol.dispose]() { log_.push('d' + x) } }; if (out.length < 9) break; break outer }
      case 5: once(5); break outer
      default: try { continue } finally { out.push('f' + x); if (x === 7) break outer }
    }
    out.push('end' + x)
  }
  return out.join()
})
async function* nums(...n: number[]) { try { yield* n } finally { log_.push('closed') } }
const g2 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (n: number) => { try { once(2); return n } finally { if (n === 7) return 'over' as any } })
const g3 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async ({ a = (() => { once(3); return 1 })(), ...r }: any = {}, [b = a, ...c] = [] as any[]) => { a++; return JSON.stringify([a, b, c, r]) })
const g4 = resilient({ retry: { maxAttempts: 2, delay: '0' }, timeout: '5s' }, async (n: number) => { const fs: any[] = []; for (let i = 0, inc = () => i++; i < n; inc(), i++) { fs.push(() => i); if (i === 2) once(4) } await 0; for (const [k, v] of Object.entries({ p: 1 })) { fs.push(() => k + v) } return fs.map((f) => f()).join() })
const g5 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async function (this: any, n: number) { class In { static #c = n; static get c() { return In.#c } x = this?.constructor?.name; static { once(5) } } return [In.c, new In().x, (function () { return arguments.length })(...([1, 2] as [])), new.target === undefined].join() })
const g6 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (n: number) => { await using q = { async [Symbol.asyncDispose]() { log_.push('ad'); await 0; if (n === 1) once('ad') } }; return n })
export async function run(log: (l: string) => void) {
  const s = async (p: Promise<any>) => { let r; try { r = await p } catch (e: any) { r = `E ${e?.message}` } log(String(r) + ' | ' + log_.join()); log_.length = 0 }
  await s(g1(nums(1, 2, 3, 9, 5, 8))); await s(g1(nums(5, 5))); await s(g1(nums(9, 7, 3))); await s(g2(1)); await s(g2(7)); await s(g3()); await s(g3({ z: 1 }, [1, 2])); await s(g4(4)); await s(g5.call({}, 3)); await s(g6(1)); await s(g6(2))
}
/* expect:
 | d3,o5,closed
 | o5,closed
f9,f7 | closed
1 | o2,o2
over | o2
[2,1,[],{}] | o3
[2,1,[2],{"z":1}] | o3,o3
0,1,2,3,p1 | o4,o4
3,In,2,true | o5,o5
1 | ad,oad,ad,oad
2 | ad
*/
