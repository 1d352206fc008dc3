// How long this thread was on the processor. On a machine that others use, the clock on the wall measures them.
import { openSync, readSync } from 'node:fs'

const buffer = Buffer.alloc(96)
const file = account()

function account() {
  try { return openSync('/proc/self/schedstat') } catch { return undefined }
}

/**
 * `ms` of this thread on the processor, and `waited` for it while others were: exact to microseconds on Linux; elsewhere all of the wall's time counts as its own.
 */
export function thread() {
  if (file === undefined) return { ms: performance.now(), waited: 0 }
  process.cpuUsage() // the kernel brings the thread's account up to date, which reading the file alone doesn't
  const [own, waited] = buffer.latin1Slice(0, readSync(file, buffer, 0, 96, 0)).split(' ')
  return { ms: own / 1e6, waited: waited / 1e6 }
}
