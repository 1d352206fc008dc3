// `npm start`: from a fresh clone to a running playground. Sets up, builds what is stale, shows the example, then serves.
import { parseArgs } from 'node:util'
import { step, stop } from './progress.mjs'
import { setUp } from './setup.mjs'
import { root } from './run.mjs'

const HELP = `npm start               set up, build, show what the example becomes and what its callers see, then serve the playground
npm start -- --print    the same without serving
npm start -- --port N   serve on this port (default 5173, or the next that is free)
npm start -- --help     this text
`

const args = read()
if (args.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
console.log('resilience4cata\n')
await setUp()
const { buildStale } = await import('./build.mjs')
await buildStale().catch(stop)
const { showCallers, showCompiled } = await import('./demo/price-client.mjs')
const compiled = await step('compiling the example', () => showCompiled(process.stdout.columns ?? 160)).catch(stop)
const callers = await step('running it against a server that fails', showCallers).catch(stop)
console.log(`\n${compiled}\n${callers}`)
if (!args.print) await serve(args.port)

function read() {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, print: { type: 'boolean' }, port: { type: 'string' } } })
    const port = Number(values.port ?? 5173)
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--port is a number from 0 to 65535, got ${JSON.stringify(values.port)}`)
    return { ...values, port }
  } catch (error) {
    return stop(error)
  }
}

/** @param {number} port */
async function serve(port) {
  const { createServer } = await import('vite')
  const server = await createServer({ configFile: `${root}playground/vite.config.ts`, server: { port }, logLevel: 'warn' })
  await server.listen()
  console.log(`  playground: ${server.resolvedUrls?.local[0]}   (Ctrl+C ends it)`)
}
