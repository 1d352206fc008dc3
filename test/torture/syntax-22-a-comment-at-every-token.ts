// syntax: a comment at every token of a marker, and its words in strings and regular expressions
import { resilient } from 'resilience4cata'
// resilient({ retry: true }, async () => { /* @Retry() */ })
const s = "resilient({}, fn) @Retry()", t = `${resilient({ retry: { maxAttempts: 2, delay: '0' }, fallback: () => `nested ${'`'} ${"resilient("}` }, async () => { throw `tpl ${`deep ${1 + 1}`}` }).length}`
const re = /resilient\(\{[/*]\}, "\)/g
const f = resilient(/* a */{ /* b */ retry /* c */: /* d */ { maxAttempts: 2, // e
  delay: '0' /* f */ } }/* g */, /* h */ async /* i */ (/* j */ x /* k */ = /* l */ 5 // m
) /* n */ => /* o */ { /* p */ if (re.lastIndex++ < 1) /* q */ throw /* r */ new Error('again') // s
  /* t */ return /* u */ x /* v */ // w
/* x */ }/* y */)/* z */
export async function run(log: (l: string) => void) { log(s + t + re.source); log(String(await f())) }
/* expect:
resilient({}, fn) @Retry()0resilient\(\{[/*]\}, "\)
5
*/
