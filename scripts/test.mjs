// `npm test`: set-up, build, types, all tests. What stands behind `--` goes to the runner: `npm test -- -u`, `npm test -- packages/policies`.
// The last line is the plain count that people and CI read.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { browser } from './browser.mjs'
import { step, stop } from './progress.mjs'
import { must, root, run } from './run.mjs'
import { setUp } from './setup.mjs'

await setUp()
const chromium = await browser()
if (!chromium && process.env.CI) stop('No browser found, and in CI the browser tests must run. Set R4C_CHROMIUM to the path of a Chromium.')
if (!chromium) console.warn('  ! no browser found: the browser tests are SKIPPED. Set R4C_CHROMIUM to the path of a Chromium, Chrome or Edge.')

const { buildStale } = await import('./build.mjs')
await buildStale().catch(stop)
await step('checking types', () => must(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'])).catch(stop)

const results = join(root, 'node_modules/.r4c-results.json')
rmSync(results, { force: true })
const { status } = await run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...process.argv.slice(2)],
  { env: { ...process.env, R4C_CHROMIUM: chromium ?? '' } },
)
const counted = count()
if (counted.total === 0) console.error('No test ran.')
console.log(`${counted.passed} passed, ${counted.failed} failed${counted.skipped ? `, ${counted.skipped} skipped` : ''}`)
process.exitCode = status !== 0 || counted.failed > 0 || counted.total === 0 ? 1 : 0

/** A runner that died has written nothing, and a file that can't be loaded fails without a test of its own: both count as failures. */
function count() {
  try {
    const json = JSON.parse(readFileSync(results, 'utf8'))
    const unloaded = json.testResults.filter((/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0).length
    return { passed: json.numPassedTests, failed: json.numFailedTests + unloaded, skipped: json.numPendingTests + json.numTodoTests, total: json.numTotalTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, total: 0 }
  }
}
