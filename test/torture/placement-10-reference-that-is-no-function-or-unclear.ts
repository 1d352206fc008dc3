// placement: what is given at run time is looked at: no function, a generator, one that doesn't say whether it is async
import { resilient } from 'resilience4cata'

const things: Record<string, any> = { nothing: undefined, *items() {}, plain: () => Promise.resolve(1), later: async () => 'later' }
const code = (error: unknown) => (error as { code: string }).code

export async function run(log: (line: string) => void) {
  try { resilient({ retry: true }, things.nothing) } catch (error) { log(code(error)) }
  for (const name of ['items', 'plain', 'later']) {
    const site = resilient({ retry: true }, things[name])
    try { log(String(await site())) } catch (error) { log(code(error)) }
  }
  const told = resilient({ retry: { delay: '0' }, mode: 'sync' }, things.later)
  log(await told().then(String, code))
  log(String(await resilient({ retry: true, mode: 'async' }, things.plain)()))
}
/* expect:
R4C-SIT-013
R4C-SYN-002
R4C-SYN-001
later
R4C-SYN-005
1
*/
