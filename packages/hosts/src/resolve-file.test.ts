import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModules, resolveFile } from './resolve-file.ts'
import { Wants } from './wants.ts'

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

// what Node has in itself is no file
test.each(['./none', './', 'none', '@/policies', 'policies:remote', 'process', 'node:process'])('%s is nothing', (specifier) => expect(resolveFile(specifier, join(folder, 'src/shop.ts'))).toBeUndefined())

test('texts of what is found', () => {
  const wants = new Wants(join(folder, 'src/shop.ts'))
  readModules(wants, ['./policies', './none', './remote'])
  readModules(wants, ['./remote > ../both'])
  const { modules, files } = wants
  expect(modules).toEqual({ './policies': '// src/policies.ts', './remote': '// src/remote/index.ts', './remote > ../both': '// src/both.ts' })
  expect(files).toEqual(['src/policies.ts', 'src/remote/index.ts', 'src/both.ts'].map((file) => join(folder, file)))
})
