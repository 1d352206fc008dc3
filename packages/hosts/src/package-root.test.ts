import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOwn, packageFinder } from './package-root.ts'

test('a file belongs to the nearest package.json with a name, which may begin with a byte order mark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'r4c-package-'))
  mkdirSync(join(folder, 'src/cjs'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '\uFEFF{ "name": "@acme/shop" }')
  writeFileSync(join(folder, 'src/cjs/package.json'), '{ "type": "commonjs" }')
  expect(packageFinder()(join(folder, 'src/cjs/a.ts'))).toEqual({ root: folder, name: '@acme/shop' })
  rmSync(folder, { recursive: true })
})

test('outside of every package there is no name', () => expect(packageFinder()('/no-such-folder/a.ts').name).toBeUndefined())

test('only the product’s own packages are its own', () => {
  const own = (name: string | undefined) => isOwn({ root: '/', name })
  expect(['resilience4cata', 'unplugin-resilience4cata', '@resilience4cata/runtime'].map(own)).toEqual([true, true, true])
  expect(['resilience4cata-demo', '@acme/resilience4cata', undefined].map(own)).toEqual([false, false, false])
})
