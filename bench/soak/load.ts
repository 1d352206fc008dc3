// A bounded rate of calls with faults, aborts, listeners and reconfiguration, in rounds. Each round ends at rest, and there what is left is counted: nothing may
// grow from round to round. Run as a process of its own: `node --expose-gc load.mjs '{"rounds":4,"seconds":2,"perSecond":1000,"seed":1}'`, a JSON line for each round.
import { setTimeout as sleep } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import 'resilience4cata/configuration'
import { registry } from 'resilience4cata'
import { FAULTS, Far, seeded } from './far.ts'
import { once, Services, uncompiled } from './services.ts'

interface Wanted { readonly rounds: number; readonly seconds: number; readonly perSecond: number; readonly seed: number }
/** `calls`, `failed` and `events` so far; the rest is what is left at rest. */
export interface Left {
  readonly round: number
  readonly calls: number
  readonly failed: number
  readonly events: number
  readonly pending: number
  readonly timers: number
  readonly listeners: number
  readonly promises: number
  readonly signals: number
  readonly heap: number
}

const TICK = 10
const { rounds, seconds, perSecond, seed }: Wanted = JSON.parse(process.argv[2]!)
const random = seeded(seed), far = new Far(random), services = new Services(far)
const totals = { calls: 0, failed: 0, events: 0, pending: 0 }

/** A signal that outlives all calls: what listens to it and isn't taken away is a leak. */
const lasting = new AbortController().signal
let listeners = 0
const [add, remove] = [lasting.addEventListener.bind(lasting), lasting.removeEventListener.bind(lasting)]
lasting.addEventListener = (...a: Parameters<typeof add>) => { listeners++; add(...a) }
lasting.removeEventListener = (...a: Parameters<typeof remove>) => { listeners--; remove(...a) }

const signal = (): AbortSignal | undefined => {
  const at = random()
  if (at < 0.5) return lasting
  if (at < 0.8) return undefined
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('the caller left')), 15 * random())
  return controller.signal
}

const KINDS: readonly (() => unknown)[] = [
  () => services.price(1, signal()), () => services.price(2, signal()), () => services.search(signal()), () => services.order(signal()), () => services.report(signal()),
  () => services.tenant(Math.floor(500 * random() ** 3)), () => services.rate(), () => once(far), () => uncompiled.execute(() => far.find(), { signal: signal() ?? lasting }),
]

async function call(kind: () => unknown): Promise<void> {
  totals.calls++
  totals.pending++
  try { await kind() } catch { totals.failed++ } finally { totals.pending-- }
}

/** Others look, listen and change the options while calls are under way. */
function interfere(): void {
  const at = random()
  if (at < 0.2) far.chances = { ...FAULTS, fails: random() < 0.3 ? 0.9 : 0.1 }
  else if (at < 0.5) registry.configure({ instances: { prices: { circuitBreaker: { failureRate: 30 + Math.floor(60 * random()) } }, orders: { bulkhead: { maxConcurrent: 1 + Math.floor(12 * random()) }, rateLimiter: { permits: 5 + Math.floor(40 * random()) } } } })
  else if (at < 0.6) registry.configure({ instances: { prices: { circuitBreaker: { enabled: random() < 0.7 } } } })
  else if (at < 0.7) registry.configure({}, { replace: true })
  else if (at < 0.9) listenFor(50 * random())
  else registry.snapshot()
}

function listenFor(ms: number): void {
  const end = registry.on('*', () => { totals.events++ })
  setTimeout(() => end(), ms)
}

async function load(): Promise<void> {
  const end = performance.now() + seconds * 1000
  let due = 0
  while (performance.now() < end) {
    for (due += (perSecond * TICK) / 1000; due >= 1; due--) void call(KINDS[Math.floor(random() * KINDS.length)]!)
    if (random() < 0.2) interfere()
    await sleep(TICK)
  }
}

/** All calls have ended, and so has everything that they have begun. */
async function rest(): Promise<void> {
  far.chances = { fails: 0, throws: 0, hangs: 0, slow: 0 }
  for (let i = 0; i < 200 && (totals.pending > 0 || timers() > 0); i++) await sleep(20)
  far.chances = FAULTS
}

// the one that `sleep` waits for has ended by then
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

for (let round = 1; round <= rounds; round++) {
  await load()
  await rest()
  for (let i = 0; i < 3; i++) { globalThis.gc!(); await sleep(5) }
  const left: Left = { round, ...totals, timers: timers(), listeners, promises: queryObjects(Promise, { format: 'count' }), signals: queryObjects(AbortSignal, { format: 'count' }), heap: process.memoryUsage().heapUsed }
  console.log(JSON.stringify(left))
}
