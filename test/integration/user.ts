// A user's folder, and the commands that a user types there.
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export const here = import.meta.dirname

/** In a folder of its own below this one, where the hosts and the packed packages are installed; or in `parent`, where nothing is. */
export function folder(files: Readonly<Record<string, string>>, parent = join(here, '.users')): string {
  mkdirSync(parent, { recursive: true })
  const root = realpathSync(mkdtempSync(join(parent, 'user-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

export interface Ended { readonly status: number; readonly output: string }

export const type = (cwd: string, command: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 1 << 26, env: { ...process.env, NODE_ENV: undefined, NO_COLOR: '1' } }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }))
  })

/** Starts a server, and gives its address as soon as it says it. */
export function serve(cwd: string, command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd, env: { ...process.env, NODE_ENV: undefined, NO_COLOR: '1' } })
  onTestFinished(() => void child.kill())
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      const address = /http:\/\/[\w.]+:\d+/.exec(said)?.[0]
      if (address) resolve(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('close', () => reject(new Error(`ended without serving:\n${said}`)))
  })
}
