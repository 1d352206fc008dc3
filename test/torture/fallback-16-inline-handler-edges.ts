// fallback: an inline handler means the same wherever its text may come to stand: what it closes over, what it keeps on itself, whose `this` it has
import { Fallback, resilient } from 'resilience4cata'

const down = async (): Promise<any> => { throw new Error('down') }
const sku = 'outer', found = 'outside'
const again: unknown[] = []
const tag = (parts: TemplateStringsArray) => { again.push(parts); return parts[0] }

const keeps = resilient({ fallback: function count(this: unknown): any { (count as any).n = ((count as any).n ?? 0) + 1; return (count as any).n } }, async () => down())
const names = resilient({ fallback: () => `${sku} ${found}` }, async function (sku: string) { const found = await down(); return found + sku })
const own = resilient({ fallback: () => typeof own2 }, async function own2() { return down() })
const ticks = resilient({ fallback: () => tag`same` }, async () => down())
const later = [1, 2].map((n) => resilient({ fallback: (e: Error, { attempts }) => `${n} ${attempts} ${e.message}` }, async () => down()))

class Shop {
  name = 'shop'
  arrow = resilient({ fallback: () => this.name }, async () => down())
  other = resilient({ fallback: () => this.name }, async function (this: unknown) { return down() })
  static all = ['a']
  @Fallback(() => Shop.all.join())
  async list(): Promise<string> { return down() }
  @Fallback(function (this: Shop, e: Error, _context, n: number) { return `${this.name} ${n} ${arguments.length}` })
  async one(n: number): Promise<string> { n++; return down() }
}

export async function run(log: (line: string) => void) {
  log(`${await keeps()} ${await keeps()} ${await names('inner')} ${await own()}`)
  log(`${await ticks()} ${await ticks()} ${again[0] === again[1]} ${await later[0]!()}, ${await later[1]!()}`)
  const shop = new Shop(), holder = { name: 'holder', other: shop.other, one: shop.one }
  log(`${await shop.arrow()} ${await holder.other()} ${await shop.list()} ${await (holder as any).one(1, 2)}`)
}
/* expect:
1 2 outer outside undefined
same same true 1 1 down, 2 1 down
shop shop a holder 1 4
*/
