// `npm run size`, `npm run bench`, `npm run soak`: programs of `bench/`, on what is built, with the packages of its own lock.
import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { stop } from './progress.mjs'
import { root } from './run.mjs'
import { install, setUp } from './setup.mjs'
import { load } from './typescript.mjs'

const [program = '', ...args] = process.argv.slice(2)
const folder = join(root, 'bench')

await setUp()
await install(folder, 'installing the peers')
await buildStale().catch(stop)
const { main } = await load(`bench/${program}.ts`, folder)
await main(args, root).catch(stop)
