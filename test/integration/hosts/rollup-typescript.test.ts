// @rollup/plugin-typescript compiles where files are loaded: markers are compiled, decorators are interpreted, and that is said.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FILES, TRACE } from '../../hosts/matrix/program.ts'
import { ran } from '../../hosts/matrix/run.ts'
import { folder } from '../user.ts'

const build = `import { rollup } from 'rollup'
import typescript from '@rollup/plugin-typescript'
import resilience4cata from 'unplugin-resilience4cata/rollup'
const bundle = await rollup({ input: 'src/main.ts', plugins: [resilience4cata(), typescript({ tsconfig: './tsconfig.json', compilerOptions: { noEmit: false, allowImportingTsExtensions: false, rewriteRelativeImportExtensions: true, types: ['node'], skipLibCheck: true } })], external: [/^resilience4cata/], onwarn: ({ message }) => console.log(message) })
await bundle.write({ file: 'out/main.mjs', format: 'es' })
`

test('the program does the same, and the warning names what to use', async () => {
  const root = folder({ ...FILES, 'build.mjs': build })
  const said = await ran(root, process.execPath, 'build.mjs')
  expect(said.match(/rollup-plugin-esbuild/g), said).toHaveLength(1)
  const output = await ran(root, process.execPath, join(root, 'out/main.mjs'))
  // a notice of the interpreter comes first
  const printed = JSON.parse(output.slice(output.indexOf('{"trace'))) as { trace: unknown; functions: string[] }
  expect(printed.trace).toEqual(TRACE)
  // order and impatient are markers
  expect(printed.functions.map((text) => text.includes('r4c$')).slice(3)).toEqual([true, true])
})
