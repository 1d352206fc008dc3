// @swc/core's functions with our compiler in front: the same signatures, and maps that lead through both steps.
import * as swc from '@swc/core'
import { originalPositions } from '@resilience4cata/hosts/original-positions'
import { parsed, withMap } from '@resilience4cata/hosts/maps'
import resilience4cata, { transform, transformFile, transformFileSync, transformSync } from '@resilience4cata/hosts/swc'
import { transformSync as esbuild } from 'esbuild'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { project } from './project.ts'

const shop = `import { Retry } from 'resilience4cata'

export class Shop {
  @Retry({ maxAttempts: 2 })
  async order(id: string): Promise<string> {
    throw new Error('closed')
  }
}
`
const config: swc.Options = { swcrc: false, configFile: false, sourceMaps: true, jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } }

const place = (output: swc.Output, original: string) => {
  const before = output.code.slice(0, output.code.indexOf('new Error')).split('\n')
  return originalPositions(parsed(output.map)!, original)({ line: before.length, column: before.at(-1)!.length })
}

test('signatures are those of @swc/core', () => {
  expectTypeOf(transform).toEqualTypeOf<typeof swc.transform>()
  expectTypeOf(transformSync).toEqualTypeOf<typeof swc.transformSync>()
  expectTypeOf(transformFile).toEqualTypeOf<typeof swc.transformFile>()
  expectTypeOf(transformFileSync).toEqualTypeOf<typeof swc.transformFileSync>()
})

test('all four give the same, and the map leads to the file', async () => {
  const file = join(project({ 'src/shop.ts': shop }), 'src/shop.ts')
  const outputs = [await transform(shop, { ...config, filename: file }), transformSync(shop, { ...config, filename: file }), await transformFile(file, config), transformFileSync(file, config)]
  for (const output of outputs) {
    expect(output).toEqual(outputs[0])
    expect(output.code).toMatch(/for ?\(;;\)/)
    expect(parsed(output.map)!.sources).toEqual([file])
    expect(place(output, shop)).toMatchObject({ line: 6, column: 10 })
  }
})

test('a map of an earlier step is followed too, as an option and as a comment', () => {
  const original = `// a comment that is dropped\n\n\n${shop}`
  const earlier = esbuild(original, { loader: 'ts', sourcemap: true, sourcefile: 'original.ts', target: 'esnext' })
  const filename = join(project({}), 'src/shop.js')
  for (const output of [transformSync(earlier.code, { ...config, filename, inputSourceMap: earlier.map }), transformSync(withMap(earlier.code, parsed(earlier.map)!), { ...config, filename })]) {
    expect(output.code).toMatch(/for ?\(;;\)/)
    expect(parsed(output.map)!.sources).toEqual(['original.ts'])
    expect(place(output, original)).toMatchObject({ line: 9, column: 10 })
  }
})

test('what doesn’t concern us is SWC’s alone: other text, and trees', () => {
  const other = 'export const a: number = 1\n'
  expect(transformSync(other, config)).toEqual(swc.transformSync(other, config))
  const tree = swc.parseSync(shop, { syntax: 'typescript', decorators: true })
  expect(transformSync(tree, config).code).toContain('_ts_decorate')
})

test('options of ours', () => {
  const mistaken = shop.replace('maxAttempts: 2', '...more')
  expect(() => resilience4cata({ strict: true }).transformSync(mistaken, { ...config, filename: '/project/src/shop.ts' })).toThrow(/R4C-/)
  expect(() => transformSync(shop.replace(': 2', ': 0'), { ...config, filename: '/project/src/shop.ts' })).toThrow(/R4C-ATR-003[^]*src\/shop\.ts:4:\d+/)
})

test('SWC’s own word on decorators counts', () => {
  const effects = `import { Retry } from 'resilience4cata'\nexport class Shop {\n  @Retry({ maxAttempts: attempts() })\n  async order(): Promise<void> {}\n}\nfunction attempts() { return 2 }\n`
  const optionsFirst = (word: swc.TransformConfig) => {
    const { code } = transformSync(effects, { ...config, filename: '/project/src/shop.ts', jsc: { ...config.jsc, transform: word } })
    return code.indexOf('maxAttempts: attempts()') < code.indexOf('class Shop')
  }
  // legacy decorators are evaluated when the class is there, standard ones before
  expect(optionsFirst({ decoratorVersion: '2022-03' })).toBe(true)
  expect(optionsFirst({ legacyDecorator: true })).toBe(false)
})
