// What a program has that asks the registry for something: the handles, and no room.
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const policies = join(import.meta.dirname, '../packages/policies/src')

/** The files of `policies/src` that a program gets more than a few names of. */
async function roomsIn(program: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: policies, loader: 'ts' },
    bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'neutral', write: false, metafile: true,
  })
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 100).map(([file]) => /policies\/src\/(.*)/.exec(file)?.[1] ?? '').filter((file) => file.includes('/')).sort()
}

it('the registry brings handles, and neither policies nor tables of options', async () => {
  expect(await roomsIn(`import { registry } from './index.ts'; registry.check(); globalThis.found = registry.circuitBreaker('a').state`)).toEqual([
    'adaptive-limit/handle.ts', 'bulkhead/handle.ts', 'circuit-breaker/handle.ts', 'circuit-breaker/manual.ts', 'rate-limiter/handle.ts',
  ])
})

it('one compiled policy stays alone beside it', async () => {
  const program = `import { registry } from './index.ts'; import { retry } from './generated.ts'; registry.check(); export const r = /*#__PURE__*/ retry('a#b')`
  expect((await roomsIn(program)).filter((file) => !/\/(handle|manual)\.ts$/.test(file))).toEqual(['parts/failures.ts', 'retry/consumed.ts', 'retry/runtime.ts'])
})
