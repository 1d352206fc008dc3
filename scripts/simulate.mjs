// `npm run simulate -- --programs 1000000 --seed 3`: random programs on the interpreter and on the models of the policies, for as long as you like. Prints the
// smallest program on which they differ.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from './run.mjs'

const { values } = parseArgs({ options: { programs: { type: 'string', default: '100000' }, seed: { type: 'string', default: process.env.R4C_SEED ?? String(Date.now() % 2 ** 31) } } })
const [programs, seed] = [Number(values.programs), Number(values.seed)]
if (!Number.isSafeInteger(programs) || programs < 1 || !Number.isSafeInteger(seed)) {
  console.error(`--programs and --seed are whole numbers, got ${values.programs} and ${values.seed}`)
  process.exit(2)
}

const { build } = await import('esbuild')
const folder = join(root, 'node_modules/.r4c-simulate')
const outfile = join(folder, `${process.pid}.mjs`)
mkdirSync(folder, { recursive: true })
await build({ entryPoints: [join(root, 'test/properties/simulate.ts')], bundle: true, outfile, platform: 'node', format: 'esm', target: 'node20', external: ['fast-check'], logLevel: 'error' })
process.env.NODE_ENV ??= 'test'
Error.stackTraceLimit = 0
try {
  const { simulate } = await import(pathToFileURL(outfile).href)
  const found = await simulate({ programs, seed, onProgram: tell })
  console.error('')
  console.log(found === undefined ? `${programs} programs, seed ${seed}: no difference` : found)
  process.exitCode = found === undefined ? 0 : 1
} finally {
  rmSync(outfile, { force: true })
}

/** @param {number} done */
function tell(done) {
  if (done % 1000 === 0) process.stderr.write(`\r${done} of ${programs}, seed ${seed}`)
}
