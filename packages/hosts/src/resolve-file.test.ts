import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModules, resolveFile } from './resolve-file.ts'

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'r4c-resolve-')))
  const files = ['src/shop.ts', 'src/policies.ts', 'src/view.tsx', 'src/esm.mts', 'src/remote/index.ts', 'src/both.js', 'src/both.ts', 'node_modules/theirs/index.js']
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `// ${name}`)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['./policies', 'src/policies.ts'],
  ['./policies.ts', 'src/policies.ts'],
  ['./policies.js', 'src/policies.ts'],
  ['./view.js', 'src/view.tsx'],
  ['./esm.mjs', 'src/esm.mts'],
  ['./remote', 'src/remote/index.ts'],
  ['./both.js', 'src/both.js'],
  ['./both', 'src/both.ts'],
  ['../src/both', 'src/both.ts'],
  ['theirs', 'node_modules/theirs/index.js'],
])('%s is %s', (specifier, file) => expect(relative(folder, resolveFile(specifier, join(folder, 'src/shop.ts'))!).replaceAll('\\', '/')).toBe(file))

test.each(['./none', './', 'none', '@/policies', 'policies:remote'])('%s is nothing', (specifier) => expect(resolveFile(specifier, join(folder, 'src/shop.ts'))).toBeUndefined())

test('texts of what is found', () => {
  const { modules, files } = readModules(['./policies', './none'], join(folder, 'src/shop.ts'))
  expect(modules).toEqual({ './policies': '// src/policies.ts' })
  expect(files).toEqual([join(folder, 'src/policies.ts')])
})
