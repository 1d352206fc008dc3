// `npm run soak`: mixed load with faults, aborts and reconfiguration for as long as you like; at rest nothing may be left.
import { parseArgs } from 'node:util'
import { grown, soak, type Left } from './soak/run.ts'

const HELP = `npm run soak -- --minutes 10              calls with faults, aborts, listeners and reconfiguration, in rounds of 5 seconds; each ends at rest,
                                          where pending calls, timers, listeners, promises, signals and the heap must not have grown
npm run soak -- --minutes 1 --rate 500    calls in a second: 2000 if nothing is said
npm run soak -- --minutes 1 --seed 7      other faults`

export async function main(args: string[], root: string): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean' }, minutes: { type: 'string', default: '1' }, rate: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } } })
  if (values.help) return console.log(HELP)
  const [minutes, perSecond, seed] = [Number(values.minutes), Number(values.rate), Number(values.seed)]
  if (!(minutes > 0) || !(perSecond > 0) || !Number.isSafeInteger(seed)) throw new Error(`--minutes and --rate are numbers above 0 and --seed is whole, got ${values.minutes}, ${values.rate} and ${values.seed}`)
  const rounds = Math.max(4, Math.round((minutes * 60) / 5))
  console.log(line(['round', 'calls', 'failed', 'events', 'pending', 'timers', 'listeners', 'promises', 'signals', 'heap kB']))
  const lefts = await soak({ rounds, seconds: 5, perSecond, seed }, root, (left) => console.log(line(cells(left))))
  const found = grown(lefts)
  console.log(found.length === 0 ? 'nothing grew' : found.join('\n'))
  if (found.length > 0) process.exitCode = 1
}

const cells = ({ round, calls, failed, events, pending, timers, listeners, promises, signals, heap }: Left) => [round, calls, failed, events, pending, timers, listeners, promises, signals, Math.round(heap / 1024)]
const line = (all: readonly (string | number)[]) => all.map((cell) => String(cell).padStart(10)).join('')
