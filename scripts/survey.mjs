// `npm run survey`: the async functions of the public packages that are installed here, marked and compiled: how many bodies stand in place, and why the others don't.
import { join } from 'node:path'
import { root } from './run.mjs'
import { load } from './typescript.mjs'

const { survey } = await load('test/public-code/survey.ts')
const { packages, inlined, others, untouched, faults } = survey(join(root, 'node_modules'))
const rows = [...others].sort(([, a], [, b]) => b - a)
const all = rows.reduce((sum, [, count]) => sum + count, inlined)
console.log(`${packages.size} packages, ${all} async functions, ${inlined} bodies in place (${(100 * inlined / all).toFixed(1)} %); ${untouched} files that don't mention us pass through`)
for (const [why, count] of rows) console.log(`${String(count).padStart(5)}  ${why}`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
