// `npm run test:integration`: the packed packages in the hands of users, with hosts that are too heavy for the root lock.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { browserForTests } from './browser.mjs'
import { buildStale, PACKAGES } from './build.mjs'
import { step, stop } from './progress.mjs'
import { must, root } from './run.mjs'
import { install, setUp } from './setup.mjs'
import { vitest } from './vitest.mjs'

const folder = join(root, 'test/integration')
const packed = join(folder, '.packed')

await setUp()
const chromium = await browserForTests()
await buildStale().catch(stop)
await install(folder, 'installing hosts, frameworks and runtimes')
await step('packing', pack).catch(stop)
process.exitCode = await vitest(['--config', join(folder, 'vitest.config.ts'), ...process.argv.slice(2)], { R4C_CHROMIUM: chromium })

async function pack() {
  rmSync(packed, { recursive: true, force: true })
  mkdirSync(packed)
  await must('npm', ['pack', '--silent', '--pack-destination', packed, ...Object.keys(PACKAGES).flatMap((name) => ['-w', name])])
  // neither the folder's lock nor its package.json know of them
  await must('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...readdirSync(packed).map((name) => join(packed, name))])
}
