// The Jest transformer in front of another one. With Jest itself: test/integration/hosts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import jest, { type Transformer } from '@resilience4cata/hosts/jest'
import { takeMap } from '@resilience4cata/hosts/maps'
import { expect, test } from 'vitest'
import { project } from './project.ts'

const inner = `export default {
  createTransformer: (config) => ({
    canInstrument: true,
    process: (source, path) => ({ code: '// ' + config.name + '\\n' + source }),
    processAsync: async (source) => ({ code: '// async\\n' + source }),
  }),
}`
const policies = (attempts: number) => `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { maxAttempts: ${attempts} } })\n`
const shop = `import { resilient } from 'resilience4cata'\nimport { remote } from './policies'\nexport const order = resilient(remote, async (id: string) => await Promise.resolve(id))\n`
const asked = { configString: '{}', instrument: false }

async function made() {
  const root = project({ 'inner.mjs': inner, 'src/policies.ts': policies(3), 'src/shop.ts': shop })
  const transformer = await jest.createTransformer({ inner: join(root, 'inner.mjs'), innerConfig: { name: 'inner' } })
  return { root, path: join(root, 'src/shop.ts'), transformer }
}

test('the other one gets what is compiled, with its map, and its own options', async () => {
  const { path, transformer } = await made()
  expect(transformer.canInstrument).toBe(true)
  const { code } = transformer.process(shop, path, asked)
  expect(code).toMatch(/^\/\/ inner\n[^]*for \(;;\)/)
  expect(takeMap(code).earlier).toMatchObject({ sources: [path], sourcesContent: [shop] })
  expect((await transformer.processAsync!(shop, path, asked)).code).toMatch(/^\/\/ async\n[^]*for \(;;\)/)
  expect(transformer.process('export const a = 1', path, asked).code).toBe('// inner\nexport const a = 1')
})

test('the key of the cache changes with a bundle of another module, and with what Jest is asked for', async () => {
  const { root, path } = await made()
  // each time as a new process would
  const key = async (options = asked) => {
    const transformer: Transformer = await jest.createTransformer({ inner: join(root, 'inner.mjs'), innerConfig: { name: 'inner' } })
    return transformer.getCacheKey(shop, path, options)
  }
  const before = await key()
  expect(await key()).toBe(before)
  expect(await key({ ...asked, instrument: true })).not.toBe(before)
  writeFileSync(join(root, 'src/policies.ts'), policies(5))
  expect(await key()).not.toBe(before)
})

test('a mistake is told when the text is asked for, not by the key', async () => {
  const { path, transformer } = await made()
  const mistaken = shop.replace('remote,', '{ retry: { maxAttempts: 0 } },')
  expect(transformer.getCacheKey(mistaken, path, asked)).toMatch(/^\w+$/)
  expect(() => transformer.process(mistaken, path, asked)).toThrow(/R4C-ATR-003[^]*src\/shop\.ts:3:\d+/)
  // Jest prints the message, and then what there is of a stack
  expect(() => transformer.process(mistaken, path, asked)).toThrow(expect.objectContaining({ stack: '' }))
})

test('another one that isn’t there, or is none', async () => {
  await expect(jest.createTransformer({ inner: 'no-such-transformer' })).rejects.toThrow('no-such-transformer')
  const root = project({ 'none.mjs': 'export default 1' })
  await expect(jest.createTransformer({ inner: join(root, 'none.mjs') })).rejects.toThrow('is no Jest transformer')
})
