// Running what was built.
import { execFile } from 'node:child_process'

/** What the program printed; throws what it said if it ended badly. */
export const ran = (cwd: string, command: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(command, args, { cwd, maxBuffer: 1 << 26, env: { ...process.env, NODE_ENV: undefined, NO_COLOR: '1', FORCE_COLOR: undefined } }, (error, stdout, stderr) => (error ? reject(new Error(stdout + stderr)) : resolve(stdout)))
  })

export const node = (cwd: string, ...args: string[]): Promise<string> => ran(cwd, process.execPath, '--enable-source-maps', ...args)
