// Every file of torture/ through every engine, on what is built: uncompiled, compiled in both layouts, minified, in both decorator worlds. torture/README.md tells the rest.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(import.meta.dirname, 'torture')
const built = (face: string, file: string) => join(root, 'packages', face, 'dist', file)
const files = readdirSync(folder).filter((file) => /\.(ts|tsx|cjs)$/.test(file) && !/\.(part|test)\.ts$/.test(file)).sort()

const faults = new Map<string, string>()
let closing = ''

beforeAll(async () => {
  const env = {
    ...process.env,
    R4C_RUNTIME: built('resilience4cata', 'index.mjs'),
    R4C_RUNTIME_GENERATED: built('resilience4cata', 'generated.mjs'),
    R4C_COMPILE: built('unplugin-resilience4cata', 'compiler.mjs'),
  }
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [join(folder, 'check.mjs'), folder], { cwd: root, env, maxBuffer: 1 << 26 }, (_, stdout, stderr) => done(stdout + stderr))
  })
  for (const entry of output.split(/^(?=FAIL {2})/m)) {
    const file = /^FAIL {2}(\S+)/.exec(entry)?.[1]
    if (file) faults.set(file, entry)
  }
  closing = output.trim().split('\n').at(-1) ?? ''
}, 1_800_000)

describe('torture', () => {
  test('the runner came to its end', () => {
    const [, passed, failed, skipped, refused] = /^(\d+) passed, (\d+) failed, (\d+) skipped, (\d+) refused$/.exec(closing)?.map(Number) ?? []
    expect(closing).toMatch(/passed/)
    expect(passed! + failed! + skipped! + refused!).toBe(files.length)
    expect(skipped).toBe(0)
  })
  test.each(files)('%s', (file) => {
    expect(closing).toMatch(/passed/)
    expect(faults.get(file) ?? '').toBe('')
  })
})
