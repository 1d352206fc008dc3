// node quick.mjs <module>     nanoseconds of `plain` and of `call`, by tinybench. Prints one JSON line.
import { pathToFileURL } from 'node:url'
import { Bench } from 'tinybench'

const { call, plain, sync, refused } = await import(pathToFileURL(process.argv[2]).href)
const bench = new Bench({ time: 150, warmupTime: 100, retainSamples: false })
bench.add('plain', plain)
bench.add('call', refused ? async () => { try { await call() } catch {} } : call)
await bench.run()
const [bare, protectedCall] = bench.tasks.map(({ result }) => ({ ns: result.latency.mean * 1e6, rme: result.latency.rme }))
console.log(JSON.stringify({ bare, call: protectedCall, sync }))
process.exit(0)
