// Starting other programs. Dependency-free: used before anything is installed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const windows = process.platform === 'win32'

/**
 * Runs a program to its end. Quiet: its output is kept, and shown only if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function run(command, args, { quiet = false, env = process.env, cwd = root } = {}) {
  return new Promise((resolve) => {
    // npm is a script on Windows, and only a shell starts those
    const child = spawn(command, args, { cwd, env, shell: windows, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ status: 127, output: String(error) }))
    child.on('close', (status) => resolve({ status: status ?? 1, output }))
  })
}

/** Like `run`, quiet, but a failure throws what the program printed. @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env] */
export async function must(command, args, env) {
  const { status, output } = await run(command, args, { quiet: true, ...(env && { env }) })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${output}`)
}
