// `npm test`: set-up, build, types, all tests. What stands behind `--` goes to the runner: `npm test -- -u`, `npm test -- packages/policies`.
import { browserForTests } from './browser.mjs'
import { step, stop } from './progress.mjs'
import { must } from './run.mjs'
import { setUp } from './setup.mjs'
import { vitest } from './vitest.mjs'

await setUp()
const chromium = await browserForTests()

const { buildStale } = await import('./build.mjs')
await buildStale().catch(stop)
await step('checking types', () => must(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'])).catch(stop)
process.exitCode = await vitest(process.argv.slice(2), { R4C_CHROMIUM: chromium })
