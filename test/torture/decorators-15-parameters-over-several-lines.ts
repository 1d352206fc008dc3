// decorators: legacy decorators of parameters with types and defaults, over several lines, where a body is called and where it stands in place
// modes: legacy
import { Retry, Timeout } from 'resilience4cata'

const seen: string[] = []
const Param = (name: string, options?: object) => (target: any, key: any, index: number) => { seen.push([name, JSON.stringify(options), key, index].join()) }
class S {
  n = 0
  @Retry({ maxAttempts: 2, delay: '0' })
  async called(@Param('a', { // why it's so: `
    text: `one
two`, /* "
    */ more: [1,
      2] }) a: string,
    @Param('b') // the second
    @Param('c') b: number = 2, @Param('d')c: string = `${a}
${b}`) { var v = [a, b, c].join(); if (++this.n % 2) throw new Error('again'); return v }
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async inPlace(@Param('a', { // why it's so
    text: 1 }) a: string,
    @Param('b') // the second
    b: number = 2) { if (++this.n % 2) throw new Error('again'); return a + b }
  @Retry({ maxAttempts: 2, delay: '0' }) async kept(@Param('a', { text: 'goes \
on' }) a: string) { var v = a; if (++this.n % 2) throw new Error('again'); return v }
}

export async function run(log: (line: string) => void) {
  log(JSON.stringify([await new S().called('x'), await new S().inPlace('y', 3), await new S().kept('z')]))
  seen.forEach(log)
}
/* expect:
["x,2,x\n2","y3","z"]
d,,called,2
c,,called,1
b,,called,1
a,{"text":"one\ntwo","more":[1,2]},called,0
b,,inPlace,1
a,{"text":1},inPlace,0
a,{"text":"goes on"},kept,0
*/
