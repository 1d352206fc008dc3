// syntax: a marker at the beginning of a statement, behind statements that only a line break ends
import { resilient } from 'resilience4cata'

const out: string[] = []
let n = 0
const go = () => {
  'a directive'
  resilient({ retry: { maxAttempts: 1 + n, delay: '0' } }, async () => { out.push('first') })()
  let y = out
  resilient({ retry: { maxAttempts: n + 2, delay: '0' } }, async () => { out.push(`a${n}`) })()
  const z = () => y
  resilient({ retry: { maxAttempts: 2, delay: '0' } }, async function () { out.push('b') })()
  resilient({ retry: false }, async function () { out.push('c') })()
  if (n) out.push('no')
  else resilient({ retry: { maxAttempts: n + 2, delay: '0' } }, async () => { out.push('d') })()
  do n++
  while (n < 5) resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { out.push('e') })()
  switch (n) {
    case 5: y
      resilient({ retry: { maxAttempts: n, delay: '0' } }, async () => { out.push('f') })()
  }
  here: resilient({ retry: { maxAttempts: n, delay: '0' } }, async () => { out.push('g') })()
  return z()
}

export async function run(log: (line: string) => void) {
  log(go().join())
}
/* expect:
first,a0,b,c,d,e,f,g
*/
