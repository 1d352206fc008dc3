// `npm run mutate -- --programs 100000 --seed 3`: programs of the tests with a few tokens deleted, swapped or doubled; the compiler must end each of them properly.
import { parseArgs } from 'node:util'
import { root } from './run.mjs'
import { load } from './typescript.mjs'

const { values } = parseArgs({ options: { programs: { type: 'string', default: '100000' }, seed: { type: 'string', default: process.env.R4C_SEED ?? String(Date.now() % 2 ** 31) } } })
const [programs, seed] = [Number(values.programs), Number(values.seed)]
if (!Number.isSafeInteger(programs) || programs < 1 || !Number.isSafeInteger(seed)) {
  console.error(`--programs and --seed are whole numbers, got ${values.programs} and ${values.seed}`)
  process.exit(2)
}

const { mutateMany } = await load('test/mutations/mutate.ts')
const { ends: { compiled, refused, untouched }, faults } = mutateMany({ programs, seed, root, onProgram: tell })
console.error('')
console.log(faults.length === 0 ? `${programs} programs, seed ${seed}: ${compiled} compiled, ${refused} refused with a code, ${untouched} left alone` : faults.join('\n\n'))
process.exitCode = faults.length === 0 ? 0 : 1

/** @param {number} done */
function tell(done) {
  if (done % 1000 === 0) process.stderr.write(`\r${done} of ${programs}, seed ${seed}`)
}
