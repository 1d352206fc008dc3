// `npm run simulate -- --programs 1000000 --seed 3`: random programs on the interpreter and on the models of the policies, for as long as you like. Prints the
// smallest program on which they differ.
import { parseArgs } from 'node:util'
import { load } from './typescript.mjs'

const { values } = parseArgs({ options: { programs: { type: 'string', default: '100000' }, seed: { type: 'string', default: process.env.R4C_SEED ?? String(Date.now() % 2 ** 31) } } })
const [programs, seed] = [Number(values.programs), Number(values.seed)]
if (!Number.isSafeInteger(programs) || programs < 1 || !Number.isSafeInteger(seed)) {
  console.error(`--programs and --seed are whole numbers, got ${values.programs} and ${values.seed}`)
  process.exit(2)
}

process.env.NODE_ENV ??= 'test'
Error.stackTraceLimit = 0
const { simulate } = await load('test/properties/simulate.ts')
const found = await simulate({ programs, seed, onProgram: tell })
console.error('')
console.log(found === undefined ? `${programs} programs, seed ${seed}: no difference` : found)
process.exitCode = found === undefined ? 0 : 1

/** @param {number} done */
function tell(done) {
  if (done % 1000 === 0) process.stderr.write(`\r${done} of ${programs}, seed ${seed}`)
}
