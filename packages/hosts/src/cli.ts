import process from 'node:process'
import { run } from './cli/run.ts'

// whoever reads has seen enough (`r4c explain src | head`): nothing to tell anybody, and nothing to go on for
const ended = (error: NodeJS.ErrnoException): never => {
  if (error.code !== 'EPIPE') throw error
  return process.exit()
}
process.stdout.on('error', ended)
process.stderr.on('error', ended)

process.exitCode = await run(process.argv.slice(2), { cwd: process.cwd(), env: process.env, out: process.stdout, err: process.stderr, errorsPage: new URL('ERRORS.md', import.meta.url) })
