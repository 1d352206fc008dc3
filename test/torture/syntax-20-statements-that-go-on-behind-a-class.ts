// syntax: legacy options are evaluated behind the class, in front of a statement that begins with a bracket or a template
// modes: legacy
import { Retry } from 'resilience4cata'
const cfg = { max: 2 }
let n = 0
const got: any[] = []
class S { @Retry({ maxAttempts: cfg.max, delay: '0' }) async m() { if (++n % 2) throw new Error('again'); return 'm' } }
[got[0]] = [new S()]
class T { @Retry({ maxAttempts: cfg.max, delay: '0' }) async m() { if (++n % 2) throw new Error('again'); return 'T' } } (got[1] = new T())
export class U { @Retry({ maxAttempts: cfg.max, delay: '0' }) async m() { if (++n % 2) throw new Error('again'); return 'U' } }
`${got[2] = new U()}`
export default class { @Retry({ maxAttempts: cfg.max, delay: '0' }) async m() { if (++n % 2) throw new Error('again'); return 'U' } } /x/.test('x')
export async function run(log: (l: string) => void) { for (const g of got) log(await g.m()) }
/* expect:
m
T
U
*/
