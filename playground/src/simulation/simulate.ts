// A minute of calls on a virtual clock, over in a moment.
import { registry } from 'resilience4cata'
import 'resilience4cata/configuration'
import { useManualClock, type ManualClock } from 'resilience4cata/testing'
import type { Order, Ran, Happening, Span } from './order.ts'
import { load, type Target } from './program.ts'
import { Remote } from './remote.ts'
import { SECONDS } from './schedule.ts'

const END = SECONDS * 1000
// what a page can hold and an eye can follow
const MOST_HAPPENINGS = 5000

export async function simulate(order: Order, random: () => number): Promise<Ran> {
  // nothing is checked afterwards: this worker ends with the run
  const clock = useManualClock({ hooks: { beforeEach: (begin) => void begin(), afterEach: () => {} } })
  const remote = new Remote(clock, order.faults, random)
  takeOver(clock, remote, random)
  const happenings: Happening[] = []
  const target = await load(order, remote)
  registry.on('*', (event) => {
    const { type, instance, at, ...fields } = event.toJSON() as Happening
    if (happenings.length < MOST_HAPPENINGS) happenings.push({ type, instance, at, fields: plain(fields) })
  })
  const calls = arrivals(clock, order.every, target)
  await clock.advance(END)
  return { calls: calls.map(upToTheEnd), requests: remote.requests.map(upToTheEnd), happenings }
}

function arrivals(clock: ManualClock, every: number, target: Target): Span[] {
  const calls: Span[] = []
  const call = (number: number): void => {
    const span: Span = { start: clock.now(), end: Infinity, outcome: 'running', says: `call ${number}` }
    const settle = (outcome: Span['outcome'], says: string): void => void Object.assign(span, { end: clock.now(), outcome, says: `call ${number}: ${says}` })
    calls.push(span)
    // a throw in the same turn is an outcome as well
    void (async () => target(number))().then((answer) => settle('answered', spell(answer)), (failure) => settle('failed', spell(failure)))
    if (number * every < END) clock.set(() => call(number + 1), every)
  }
  call(1)
  return calls
}

const upToTheEnd = (span: Span): Span => ({ ...span, end: Math.min(span.end, END) })

/** The source's own time and its way out are the simulation's. */
function takeOver(clock: ManualClock, remote: Remote, random: () => number): void {
  const begun = Date.UTC(2026, 0, 1)
  Object.assign(globalThis, timersOf(clock), { fetch: remote.fetch })
  Date.now = () => begun + clock.now()
  performance.now = () => clock.now()
  Math.random = random
}

function timersOf(clock: ManualClock): object {
  type Timer = { handle: unknown }
  const setTimeout = (fire: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): Timer => ({ handle: clock.set(() => fire(...given), ms) })
  const setInterval = (fire: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): Timer => {
    const again = (): unknown => clock.set(() => { timer.handle = again(); fire(...given) }, Math.max(ms, 1))
    const timer: Timer = { handle: undefined }
    timer.handle = again()
    return timer
  }
  const clear = (timer?: Timer): void => clock.clear(timer?.handle)
  return { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear }
}

function spell(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (typeof value === 'function') return 'an answer'
  return typeof value === 'object' && value !== null ? 'an answer' : String(value)
}

/** As text where a worker couldn't hand it over. */
const plain = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' && value !== null ? spell(Object.assign(new Error(), value)) : typeof value === 'function' ? 'an answer' : value]))
