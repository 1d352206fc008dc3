import process from 'node:process'
import { run } from './cli/run.ts'

process.exitCode = await run(process.argv.slice(2), { cwd: process.cwd(), env: process.env, out: process.stdout, err: process.stderr, errorsPage: new URL('ERRORS.md', import.meta.url) })
