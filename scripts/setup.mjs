// Set-up for every command of package.json: runs on a fresh clone, before node_modules exists, so it may import nothing but Node.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { step, stop } from './progress.mjs'
import { must, root } from './run.mjs'

const NEEDED = [20, 19]

/** The packages of the house. */
export async function setUp() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) stop(`Node ${NEEDED.join('.')} or newer is needed, this is ${process.versions.node}.`)
  await install(root, 'installing packages')
}

/** Installs what a folder's package-lock.json says, unless that is what stands in its node_modules already. @param {string} folder @param {string} title */
export async function install(folder, title) {
  const stamp = join(folder, 'node_modules/.r4c-installed')
  const wanted = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json'))).update(process.version).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await step(title, () => must('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'])).catch(stop)
  writeFileSync(stamp, wanted)
}
