// `node --import unplugin-resilience4cata/node app.ts`, as it is typed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from './project.ts'

const shop = `import { Fallback, Retry } from 'resilience4cata'

export class Shop {
  asked = 0
  @Retry({ maxAttempts: 3, delay: '1ms' })
  @Fallback('closed')
  async open(id: string): Promise<string> {
    this.asked++
    throw new TypeError('no key: ' + id)
  }
  closed(_id: string, failure: unknown): string { return (failure as Error).stack! }
}
`
const main = `import { Shop } from './shop.ts'
const shop: Shop = new Shop()
const stack = await shop.open('a')
console.log(JSON.stringify([/onFailure\\(/.test(String(shop.open)), shop.asked, stack]))
`

const OURS = ['--import', 'unplugin-resilience4cata/node']

const node = (root: string, ...args: string[]) => spawned(root, ...OURS, ...args)

function spawned(root: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const compiled = (line: string) => {
  const [isCompiled, asked, stack] = JSON.parse(line) as [boolean, number, string]
  return { isCompiled, asked, place: /shop\.\w+:\d+:\d+/.exec(stack)?.[0] }
}

test.each(['module', undefined])('TypeScript in a package of type %s', (type) => {
  const root = project({ 'package.json': JSON.stringify({ name: 'acme', type }), 'src/shop.ts': shop, 'src/main.ts': main })
  const { status, stdout, stderr } = node(root, 'src/main.ts')
  expect({ status, stderr: type ? stderr : '' }).toEqual({ status: 0, stderr: '' })
  expect(compiled(stdout)).toEqual({ isCompiled: true, asked: 3, place: 'shop.ts:9:11' })
})

test('a folder may be called anything', () => {
  const { status, stdout, stderr } = node(project({ 'c# %20 ü/shop.ts': shop, 'c# %20 ü/main.ts': main }), 'c# %20 ü/main.ts')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('c# %20 ü/shop.ts:9:11')
})

test('.mts, and JavaScript', () => {
  const script = `import { resilient } from 'resilience4cata'\nexport const order = resilient({ retry: { maxAttempts: 2, delay: '1ms' } }, async (id) => await Promise.resolve(id))\n`
  const root = project({ 'src/shop.mts': shop, 'src/order.js': script, 'src/main.mts': `${main.replace('./shop.ts', './shop.mts')}import { order } from './order.js'\nconsole.log(String(order))\n` })
  const { status, stdout, stderr } = node(root, 'src/main.mts')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(compiled(stdout.split('\n')[0]!)).toEqual({ isCompiled: true, asked: 3, place: 'shop.mts:9:11' })
  expect(stdout).toMatch(/for \(; ?; ?\)/)
})

test('a bundle of another module', () => {
  const root = project({
    'src/policies.ts': `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { maxAttempts: 4, delay: '1ms' } })\n`,
    'src/main.ts': `import { resilient } from 'resilience4cata'\nimport { remote } from './policies.ts'\nconst order = resilient(remote, async (id: string) => await Promise.resolve(id))\nconsole.log(String(order))\n`,
  })
  expect(node(root, 'src/main.ts')).toEqual({ status: 0, stderr: expect.not.stringContaining('R4C-HNT-006'), stdout: expect.stringMatching(/for \(; ?; ?\)/) })
})

test('a mistake is told once, with its place', () => {
  const root = project({ 'src/shop.ts': shop.replace('maxAttempts: 3', 'maxAttempts: 0'), 'src/main.ts': main })
  const { status, stderr } = node(root, 'src/main.ts')
  expect(status).not.toBe(0)
  expect(stderr.match(/R4C-ATR-003 {2}/g)).toHaveLength(1)
  expect(stderr).toMatch(/src\/shop\.ts:5:\d+/)
})

test('types that Node can’t strip and nobody else does: what to do is said', () => {
  const root = project({ 'src/view.tsx': 'export const a: number = 1\n' })
  const hooks = `export const resolve = async (specifier, context, next) => { if (specifier === 'esbuild') throw new Error('none'); return next(specifier, context) }`
  const without = project({ 'without-esbuild.mjs': `import { register } from 'node:module'\nregister(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})` })
  const { status, stderr } = spawned(root, '--import', join(without, 'without-esbuild.mjs'), ...OURS, 'src/view.tsx')
  expect(status).not.toBe(0)
  expect(stderr).toContain('Install esbuild')
})

test('packages that don’t concern us, and what isn’t a file, pass', () =>
  expect(node(project({ 'src/main.mjs': `import 'data:text/javascript,console.log(1)'\nimport { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('esbuild')\n` }), 'src/main.mjs')).toEqual({ status: 0, stdout: '1\n', stderr: '' }))

test('options, by a file of one\'s own', () => {
  const root = project({
    'package.json': JSON.stringify({ name: 'acme', type: 'module', imports: { '#policies': './src/policies.ts' } }),
    'register.mjs': `import { register } from 'unplugin-resilience4cata/register'\nregister({ strict: true, through: ['#policies'] })\n`,
    'src/policies.ts': `export { Retry as Again } from 'resilience4cata'\n`,
    'src/main.ts': `import { Again } from '#policies'\nclass Shop { @Again({ delay: '1ms' }) async open() { return await Promise.resolve(1) } }\nconsole.log(String(Shop.prototype.open))\n`,
    'src/strict.ts': `import { Retry } from 'resilience4cata'\nconst options = JSON.parse('{ "maxAttempts": 2 }')\nexport class Shop { @Retry(options) async price(): Promise<number> { return 1 } }\n`,
  })
  const { status, stdout, stderr } = spawned(root, '--import', './register.mjs', 'src/main.ts')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/for \(; ?; ?\)/)
  expect(spawned(root, '--import', './register.mjs', 'src/strict.ts').stderr).toContain('R4C-SIT-011')
  expect(node(root, 'src/strict.ts')).toMatchObject({ status: 0, stderr: expect.not.stringContaining('R4C-SIT-011') })
})
