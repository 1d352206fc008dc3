// What `npm run bench` measures is what its rows say: each program answers as the plain method does, or is refused with the error of its row. It says so when it is loaded.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ENGINES, program } from '../bench/time/programs.ts'
import { rows } from '../bench/time/rows.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const cases = rows.flatMap((row) => ENGINES.filter((engine) => engine !== 'floor' || row.floor).map((engine) => [engine, row.name, row] as const))

test.concurrent.each(cases)('%s: %s', async (engine, _name, row) => {
  const module = pathToFileURL(await program(row, engine, root)).href
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', `await import(${JSON.stringify(module)}); console.log('as it says'); process.exit(0)`])
  expect(stdout.trim()).toBe('as it says')
})
