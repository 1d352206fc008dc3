// node pairs.mjs <module>     what `call` costs beside `plain`, both exported by the module. Prints one JSON line.
// The two alternate in chunks, so that whatever the machine does meets both. The ratio is the median of the ratios of the pairs.
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { thread } from './on-cpu.mjs'

const CHUNK = 20, PAIRS = 21
// where it may, it goes first
try { setPriority(-15) } catch {}
const { call, plain, sync, refused } = await import(pathToFileURL(process.argv[2]).href)
const AsyncFunction = (async () => {}).constructor
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1]

// texts of their own, so that the two share no inline cache
const loop = (tag, rejects) => new (sync ? Function : AsyncFunction)('f', 'n', rejects
  ? `'${tag}'; for (let i = 0; i < n; i++) { try { ${sync ? '' : 'await '}f() } catch { continue } throw new Error('not refused') }`
  : `'${tag}'; for (let i = 0; i < n; i++) ${sync ? '' : 'await '}f()`)

/** `own`: milliseconds of this thread. `rest`: those in which it had nothing to do, since it waited for a timer. */
async function time([run, f], n) {
  const before = thread(), start = performance.now()
  await run(f, n)
  const wall = performance.now() - start, after = thread()
  const own = after.ms - before.ms
  return { own, rest: Math.max(0, wall - own - (after.waited - before.waited)) }
}

/** How many calls fill a chunk, once they are as fast as they get. */
async function size(side) {
  for (let n = 1; ; n *= 2) {
    const ms = spent(await time(side, n), n)
    if (ms < CHUNK * 1.5) continue
    for (let i = 0; i < 3; i++) await time(side, n)
    return Math.max(1, Math.round((n * CHUNK) / ms))
  }
}

// what a call costs its caller that waits for a timer is the wait; no stall of the machine is so long, shared among all calls of a chunk
const WAIT = 0.5
const spent = ({ own, rest }, n) => (rest / n > WAIT ? own + rest : own)

const sides = [[loop('plain', false), plain], [loop('call', Boolean(refused)), call]]
const sizes = [await size(sides[0]), await size(sides[1])]
const ratios = [], extra = []
for (let i = 0; i < PAIRS; i++) {
  const a = await time(sides[0], sizes[0]), b = await time(sides[1], sizes[1])
  const [bare, protectedCall] = [spent(a, sizes[0]) / sizes[0], spent(b, sizes[1]) / sizes[1]]
  ratios.push(protectedCall / bare)
  extra.push((protectedCall - bare) * 1e6)
}
console.log(JSON.stringify({ ratio: median(ratios), extra: median(extra) }))
process.exit(0)
