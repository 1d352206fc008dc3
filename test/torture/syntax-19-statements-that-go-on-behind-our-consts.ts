// syntax: statements that begin with a bracket, a template, a regular expression or a sign, behind consts that only a line break would end
import { resilient, Retry } from 'resilience4cata'
const out: string[] = []
let n = 0, a: any, b: any, arr: any = [], str = ''
const flaky = (v: any) => { if (++n % 2) throw new Error('again'); return v };
[a, arr[0]] = [resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => flaky('a')), 1];
(b = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => flaky('b'))) // comment
;`${str = 'tpl' + resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => 1).length}`
function f() {}
[arr[1]] = [resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => flaky('arr1'))]
class S { @Retry({ maxAttempts: 2, delay: '0' }) async m() { return flaky('m') } }
/* c */ // d
[arr[2]] = [() => new S().m()]
if (n) {}
/x/.test(str + resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => 1))
{ resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { out.push('first in block') })() }
{
  resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { out.push('first in block 2') })()
}
out.push('x');
resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { out.push('closed') })();
+resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => 1)
class T { static { resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { out.push('static') })() } static {
  [a.z] = [resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => flaky('z'))] } }
export async function run(log: (l: string) => void) { for (const g of [a, b, arr[1], arr[2], a.z]) log(await g()); log(str + out + T.name) }
/* expect:
a
b
arr1
m
z
tpl0first in block,first in block 2,x,closed,staticT
*/
