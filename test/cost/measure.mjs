// node --expose-gc measure.mjs <module> [bytes|counts]     one call of `call` beside one of `plain`, both exported by the module, with `sync` and `refused` where calls are. Prints one JSON line.
// Counts only: bytes, promises, microtask turns, clock reads, timers, listeners. Never times.
import { createHook } from 'node:async_hooks'
import { pathToFileURL } from 'node:url'

const [, , file, mode] = process.argv
const counts = { reads: 0, timers: 0, controllers: 0, listeners: 0 }
if (mode === 'counts') countGlobals()
const { plain, call, sync = false, refused } = await import(pathToFileURL(file).href)
const AsyncFunction = (async () => {}).constructor
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1]

// texts of their own, so that the two share no inline cache
const loop = (tag, once = `last = ${sync ? '' : 'await '}f()`) => new (sync ? Function : AsyncFunction)('f', 'n', `'${tag}'; let last; for (let i = 0; i < n; i++) ${once}; return last`)
const loopOfCalls = () => loop('call', refused ? `try { ${sync ? '' : 'await '}f() } catch (error) { last = error }` : undefined)
const settled = refused ? async (f) => { try { await f() } catch {} } : async (f) => { await f() }

async function bytes(run, f) {
  const start = performance.now()
  await run(f, 100)
  // a call that waits for timers is only asked for by the bench
  const calls = performance.now() - start > 100 ? 200 : 4000
  for (let i = 0; i < 15; i++) await run(f, calls)
  const seen = []
  for (let i = 0; i < 15; i++) {
    globalThis.gc()
    await new Promise((done) => setTimeout(done, 2))
    const before = process.memoryUsage().heapUsed
    await run(f, calls)
    seen.push((process.memoryUsage().heapUsed - before) / calls)
  }
  return median(seen)
}

async function promises(f) {
  let made = 0
  const hook = createHook({ init: (_, type) => { if (type === 'PROMISE') made++ } }).enable()
  let result
  try { result = f() } catch {}
  hook.disable() // what is made while the call starts; the body's own await is in both
  if (!sync) await settled(() => result)
  return made
}

async function turns(f) {
  if (sync) return 0
  const seen = []
  for (let i = 0; i < 15; i++) {
    await new Promise((done) => setTimeout(done, 0))
    let n = 0, on = true
    const step = () => { if (on && n < 5000) { n++; Promise.resolve().then(step) } }
    Promise.resolve().then(step)
    try { await f() } catch {}
    on = false
    seen.push(n)
  }
  return median(seen)
}

function countGlobals() {
  const { setTimeout: set, AbortController: Controller } = globalThis
  const now = performance.now.bind(performance)
  performance.now = () => (counts.reads++, now())
  globalThis.setTimeout = (...a) => (counts.timers++, set(...a))
  globalThis.AbortController = class extends Controller { constructor() { super(); counts.controllers++ } }
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (...a) { counts.listeners++; return addEventListener.apply(this, a) }
}

async function perCall(f) {
  for (let i = 0; i < 50; i++) await settled(f)
  for (const key in counts) counts[key] = 0
  for (let i = 0; i < 100; i++) await settled(f)
  return Object.fromEntries(Object.entries(counts).map(([what, n]) => [what, n / 100]))
}

if (mode === 'bytes') console.log(JSON.stringify({ bytes: (await bytes(loopOfCalls(), call)) - (await bytes(loop('plain'), plain)) }))
else {
  const each = await perCall(call)
  for (let i = 0; i < 50; i++) { await settled(call); await plain() }
  console.log(JSON.stringify({ ...each, promises: (await promises(call)) - (await promises(plain)), turns: (await turns(call)) - (await turns(plain)) }))
}
process.exit(0)
