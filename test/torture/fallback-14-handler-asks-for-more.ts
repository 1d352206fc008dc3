// fallback: a handler with more parameters than the function gets what the caller has passed
import { resilient } from 'resilience4cata'

const fails = async (): Promise<string> => { throw new Error('no') }
const f = resilient({ fallback: (_failure, _context, a: string, b: string) => `${a} ${b}` }, async (a: string) => fails())
const g = resilient({ fallback: (_failure, _context, a: string) => a }, async () => fails())
const h = resilient({ fallback: (_failure, _context, a: string) => a }, async function () { return fails() })

export async function run(log: (line: string) => void) {
  log(await (f as any)('one', 'two'))
  log(await (g as any)('one'))
  log(await (h as any)('one'))
}
/* expect:
one two
one
one
*/
