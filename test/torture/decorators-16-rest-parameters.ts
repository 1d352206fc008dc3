// decorators: legacy decorators of rest parameters, which the grammar of the parser doesn't have: in place, copied for each attempt, called, in a race
// modes: legacy
import { Named, Retry, Timeout } from 'resilience4cata'

const seen: string[] = []
const Param = (name: string) => (_target: any, key: any, index: number) => { seen.push([name, key ?? 'constructor', index].join()) }
const again = { maxAttempts: 2, delay: '0' } as const
class S {
  n = 0
  given: string[]
  constructor(@Param('made') ...given: string[]) { this.given = given }
  fail() { if (++this.n % 2) throw new Error('again') }
  @Retry(again) async inPlace(@Param('a') a: string, @Param('b') ...more: string[]) { this.fail(); return [a, ...more].join() }
  @Retry(again) async copied(@Param('c') @Param('d') ...[first, second = 'none']: string[]) { first += '!'; this.fail(); return first + second }
  @Retry(again) async pushed(@Param('e') ... /* why */ more: string[]) { more.push('x'); this.fail(); return more.join() }
  @Retry(again) async called(a: string, @Param('f') // the rest
    ...more: string[]) { var v = more.join(); this.fail(); return a + v }
  @Timeout('5s') @Retry(again) async raced(@Param('g') ...more: string[]) { this.fail(); return more.join() }
  @Named('it') @Retry(again) static async told(@Param('h') ...{ length }: string[]) { return length }
}

export async function run(log: (line: string) => void) {
  const s = new S('p', 'q')
  log(JSON.stringify([s.given, await s.inPlace('1', '2', '3'), await s.copied('1'), await s.pushed('1'), await s.called('1', '2', '3'), await s.raced('1', '2'), await S.told('a', 'b')]))
  log([s.inPlace, s.copied, s.called, s.raced, S.told].map((f) => f.length).join())
  seen.forEach(log)
}
/* expect:
[["p","q"],"1,2,3","1!none","1,x","12,3","1,2",2]
1,0,1,0,0
b,inPlace,1
a,inPlace,0
d,copied,0
c,copied,0
e,pushed,0
f,called,1
g,raced,0
h,told,0
made,constructor,0
*/
