// Results that are kept on disk from one run to the next, by the packages as they are built.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from './project.ts'

const shop = `import { resilient } from 'resilience4cata'
export const order = resilient({ retry: { maxAttempts: 2, delay: '0' }, fallback: (failure: unknown) => (failure as Error).stack! }, async (id: string) => {
  throw new TypeError('no key: ' + id)
})
`
const main = `import { order } from './shop.ts'\nconsole.log(/onFailure\\(/.test(String(order)), /shop\\.ts:\\d+:\\d+/.exec(await order('a'))[0])\n`

const build = (cache: string) => `import { build } from 'vite'
import resilience4cata from 'unplugin-resilience4cata/vite'
const lib = { entry: 'shop.ts', formats: ['es'] }
const [{ output }] = await build({ configFile: false, logLevel: 'silent', plugins: [resilience4cata({ ${cache} })], build: { write: false, minify: false, sourcemap: true, lib, rolldownOptions: { external: [/^resilience4cata/] } } })
console.log(JSON.stringify([output[0].code, output[0].map]))
`
const made = () => project({ 'shop.ts': shop, 'main.ts': main, 'node_modules/.keep': '', 'build.mjs': build(''), 'build-anew.mjs': build('cache: false') })

function run(root: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const folder = (root: string) => join(root, 'node_modules/.cache/unplugin-resilience4cata')

/** Whoever reads the entry shows it. */
function mark(root: string): void {
  const [name, ...others] = readdirSync(folder(root))
  expect(others).toEqual([])
  const file = join(folder(root), name!)
  writeFileSync(file, readFileSync(file, 'utf8').replace('no key', 'no earlier key'))
}

test('a second build takes what the first has compiled, and a changed file is compiled anew', () => {
  const root = made()
  const first = run(root, 'build.mjs')
  expect(run(root, 'build.mjs')).toBe(first)
  expect(run(root, 'build-anew.mjs')).toBe(first)
  mark(root)
  expect(run(root, 'build.mjs')).toContain('no earlier key')
  expect(run(root, 'build-anew.mjs')).toBe(first)
  writeFileSync(join(root, 'shop.ts'), shop.replace('no key', 'another key'))
  expect(run(root, 'build.mjs')).toContain('another key')
})

test('Node starts a second time with what was compiled the first time, and stacks are as exact', () => {
  const root = made()
  const start = () => run(root, '--import', 'unplugin-resilience4cata/node', 'main.ts')
  expect(start()).toBe('true shop.ts:3:9\n')
  expect(start()).toBe('true shop.ts:3:9\n')
  mark(root)
  writeFileSync(join(root, 'main.ts'), main.replace('/shop\\.ts:\\d+:\\d+/', '/no earlier key/'))
  expect(start()).toBe('true no earlier key\n')
})

test('`cache: false` keeps nothing', () => {
  const root = made()
  run(root, 'build-anew.mjs')
  expect(existsSync(folder(root))).toBe(false)
})
