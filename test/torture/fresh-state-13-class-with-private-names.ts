// fresh-state: classes of the body with private names, static fields and computed keys, used when a later attempt has made its own: compilers of classes keep such things in variables of the function
import { resilient, Retry } from 'resilience4cata'

const kept: { b: { read(): string }; is(o: object): boolean }[] = []
class Boxes {
  tries = 0
  @Retry({ maxAttempts: 3, delay: '0' })
  async make(tag: string): Promise<string> {
    const key = `k${++this.tries}`
    class Box {
      #v = tag + key
      static #made = 0
      static readonly first = Box.name; static is(o: object) { return #v in o }
      constructor() { Box.#made++ }
      #own() { return this.#v }
      read() { return `${this.#own()}${Box.#made}${Box.first}${(this as any)[key]}` }
      [key] = 1
    }
    kept.push({ b: new Box(), is: Box.is })
    if (this.tries < 3) throw new Error('again')
    return kept.map(({ b, is }) => b.read() + is(b) + is(kept[0]!.b)).join()
  }
}
const made: { of(n: object): number; o: object }[] = []
const expressions = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (n: number) => {
  for (const more of [n]) made.push((() => { const C = class { #n = more + made.length; static of(o: any) { return o.#n } }; return { of: C.of, o: new C() } })())
  const Own = class { #n = n + made.length; static of(o: any) { return o.#n } }
  made.push({ of: Own.of, o: new Own() })
  if (made.length < 4) throw new Error('again')
  return made.map(({ of, o }) => of(o)).join()
})

export async function run(log: (line: string) => void) {
  log(await new Boxes().make('t'))
  log(await expressions(5))
}
/* expect:
tk11Box1truetrue,tk21Box1truefalse,tk31Box1truefalse
5,6,7,8
*/
