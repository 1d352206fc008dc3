// syntax: what is put around a returned value ends in front of its semicolon
// minify: no
// es2017: no
import { Bulkhead, resilient } from 'resilience4cata';

let n = 0;
const given = (value: any) => value;
const classifier = () => 'success' as const;
const pick = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (k: number): Promise<any> => {
  if (n++ % 2 === 0) throw new Error('again');
  if (k === 0) return () => 'arrow';
  if (k === 1) return function () { return 'function'; };
  if (k === 2) return n++, n++, 'sequence';
  switch (k) { case 3: return k, async () => 'both'; default: { return (k, given('in brackets'))
    ; } }
});
const judged = resilient({ classifier, retry: { delay: '0' } }, async (k: number): Promise<any> => {
  if (k === 0) return () => 'arrow';
  for (const each of [k]) return each, given('sequence');
  return resilient({ retry: { delay: '0' } }, async () => 'site');
});
const sync = resilient({ mode: 'sync', bulkhead: { name: 'sync' } }, (k: number): any => {
  if (k === 0) return () => 'arrow';
  return k, resilient({ mode: 'sync', bulkhead: { name: 'inner' } }, () => 'site');
});
class Raced {
  @Bulkhead({ name: 'methods' }) async pick(k: number): Promise<any> { try { if (k === 0) return () => 'arrow'; return k, given('sequence'); } finally { n++; } }
}

export async function run(log: (line: string) => void) {
  const say = async (value: any) => { const got = await value; log(`${typeof got === 'function' ? `"${got.name}" ${await got()}` : got}`); };
  for (const k of [0, 1, 2, 3, 4]) { n = 0; await say(pick(k)); }
  for (const k of [0, 1]) { await say(judged(k)); await say(sync(k)); await say(new Raced().pick(k)); }
}
/* expect:
"" arrow
"" function
sequence
"" both
in brackets
"" arrow
"" arrow
"" arrow
sequence
"" site
sequence
*/
