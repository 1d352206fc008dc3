// What a bundle gains, minified and compressed, on what is built. The table that people see comes from `npm run size`; this asserts its bounds.
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { compile } from '@resilience4cata/compiler/index'

const root = join(import.meta.dirname, '..')

async function bundled(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'browser', write: false, logLevel: 'silent',
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

const site = (n: number, marks: string) => `
export class Prices${n} {
  constructor(private store: { find(sku: string): Promise<{ cents: number }> }) {}
  ${marks}
  async price${n}(sku: string): Promise<number> {
    const found = await this.store.find(sku)
    return found.cents
  }
}
`
const compiled = (marks: string, sites: number) => {
  const text = `import { Fallback, Retry } from 'resilience4cata'\n${Array.from({ length: sites }, (_, n) => site(n, marks)).join('')}`
  const { code, diagnostics } = compile(text, { id: join(root, 'src/prices.ts'), root, packageName: 'shop', decorators: 'standard' })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return code
}
const plain = (sites: number) => Array.from({ length: sites }, (_, n) => site(n, '')).join('')

describe('size, min+gzip', () => {
  // Wanted: 800. What a retry of the plainest kind weighs beside its loop is its place in the registry (67), the hook of configuration (12), the hand-out of
  // capabilities (39), waits beyond 24 days (30), names of fatal errors (63), events (10).
  test('the runtime of a retry is at most 905 bytes', async () => {
    expect(await bundled(`export { retry } from 'resilience4cata/generated'`)).toBeLessThanOrEqual(905)
  })
  test('one retry adds at most 990 bytes, with all that stands at its site', async () => {
    const added = (await bundled(compiled(`@Retry({ delay: '100ms' })`, 1))) - (await bundled(plain(1)))
    expect(added).toBeLessThanOrEqual(990)
  })
  test('each further site adds at most 40 bytes', async () => {
    const further = async (text: (sites: number) => string) => ((await bundled(text(11))) - (await bundled(text(1)))) / 10
    const added = (await further((n) => compiled(`@Retry({ delay: '100ms' })`, n))) - (await further(plain))
    expect(added).toBeLessThanOrEqual(40)
  })
})
