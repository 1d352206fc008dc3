// Runs the tests and ends with the plain count that people and CI read.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<number>} the exit code */
export async function vitest(args, env = {}) {
  const results = join(root, 'node_modules/.r4c-results.json')
  rmSync(results, { force: true })
  const { status } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...args],
    { env: { ...process.env, ...env } },
  )
  const { passed, failed, skipped, total } = count(results)
  if (total === 0) console.error('No test ran.')
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return status !== 0 || failed > 0 || total === 0 ? 1 : 0
}

// A runner that died has written nothing, and a file that can't be loaded or prepared fails without a test of its own: both count as failures.
function count(/** @type {string} */ results) {
  try {
    const json = JSON.parse(readFileSync(results, 'utf8'))
    const unprepared = json.testResults.filter((/** @type {any} */ file) => file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed')).length
    return { passed: json.numPassedTests, failed: json.numFailedTests + unprepared, skipped: json.numPendingTests + json.numTodoTests, total: json.numTotalTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, total: 0 }
  }
}
