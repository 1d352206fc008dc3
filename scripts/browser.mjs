// Finds a browser of the Chromium family for the browser tests, or gets one. Dependency-free.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { step, stop } from './progress.mjs'
import { must } from './run.mjs'

const LINUX = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'].map((name) => `/usr/bin/${name}`)
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
const WINDOWS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
  const folder = process.env[name]
  return folder ? [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')] : []
})

/** @returns {string | undefined} */
function installed() {
  const known = process.platform === 'win32' ? WINDOWS : process.platform === 'darwin' ? MAC : LINUX
  return [process.env.R4C_CHROMIUM, process.env.CHROME_BIN, process.env.CHROME_PATH, ...known].find((path) => path && existsSync(path))
}

/** The path of a browser. Installs Debian's where we are root (CI, containers); a person's machine is left as it is. @returns {Promise<string | undefined>} */
export async function browser() {
  const found = installed()
  if (found || process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await step('installing Chromium', async () => {
    await must('apt-get', ['-qq', 'update'], env)
    await must('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'], env)
  }).catch((error) => console.warn(error.message))
  return installed()
}

/** The path of a browser for tests, or nothing. In CI they must run; elsewhere they are skipped, and that is said. @returns {Promise<string>} */
export async function browserForTests() {
  const found = await browser()
  if (!found && process.env.CI) stop('No browser found, and in CI the browser tests must run. Set R4C_CHROMIUM to the path of a Chromium.')
  if (!found) console.warn('  ! no browser found: the browser tests are SKIPPED. Set R4C_CHROMIUM to the path of a Chromium, Chrome or Edge.')
  return found ?? ''
}
