import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decoratorsFinder, withoutComments } from './tsconfig.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'r4c-tsconfig-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const decoratorsOf = (file: string) => decoratorsFinder()(join(folder, file))
const legacy = { compilerOptions: { experimentalDecorators: true } }

test('without a tsconfig decorators are the standard ones', () => expect(decoratorsOf('src/a.ts')).toBe('standard'))

test('the nearest tsconfig decides', () => {
  write({ 'tsconfig.json': legacy, 'new/tsconfig.json': {} })
  expect(decoratorsOf('src/deep/a.ts')).toBe('legacy')
  expect(decoratorsOf('new/a.ts')).toBe('standard')
})

test('comments and trailing commas are read, text that looks like them stays', () => {
  write({ 'tsconfig.json': '{\n// old\n"compilerOptions": { "paths": { "@/*": ["./*", ], "//": [] }, /* yes */ "experimentalDecorators": true, },\n}' })
  expect(decoratorsOf('a.ts')).toBe('legacy')
  expect(JSON.parse(withoutComments('{"a": "/* b */ \\" // c", "d": [1, /**/ ]}'))).toEqual({ a: '/* b */ " // c', d: [1] })
})

test('a byte order mark is no reason to read nothing', () => {
  write({ 'tsconfig.json': `\uFEFF${JSON.stringify(legacy)}` })
  expect(decoratorsOf('a.ts')).toBe('legacy')
})

test('`extends` is followed: by path, by list, from a package; own values win', () => {
  write({
    'base.json': legacy,
    'node_modules/@acme/tsconfig/package.json': { name: '@acme/tsconfig' },
    'node_modules/@acme/tsconfig/tsconfig.json': legacy,
    'a/tsconfig.json': { extends: '../base' },
    'b/tsconfig.json': { extends: ['../base.json', './none.json'] },
    'c/tsconfig.json': { extends: '@acme/tsconfig' },
    'd/tsconfig.json': { extends: '../base.json', compilerOptions: { experimentalDecorators: false } },
    'e/tsconfig.json': { extends: './tsconfig.json' },
    'new.json': { compilerOptions: { experimentalDecorators: false } },
    'f/tsconfig.json': { extends: ['../base.json', '../new.json'] },
    'g/tsconfig.json': { extends: ['../new.json', '../base.json'] },
  })
  expect(['a/x.ts', 'b/x.ts', 'c/x.ts', 'd/x.ts', 'e/x.ts', 'f/x.ts', 'g/x.ts'].map(decoratorsOf)).toEqual(['legacy', 'legacy', 'legacy', 'standard', 'standard', 'standard', 'legacy'])
})

test('a tsconfig that only lists projects is read through', () => {
  write({
    'tsconfig.json': { files: [], references: [{ path: './tsconfig.app.json' }, { path: './server' }] },
    'tsconfig.app.json': legacy,
    'server/tsconfig.json': {},
  })
  expect(decoratorsOf('src/a.ts')).toBe('legacy')
})

test('an unreadable tsconfig is left to the host', () => {
  write({ 'tsconfig.json': '{ "compilerOptions": ' })
  expect(decoratorsOf('a.ts')).toBe('standard')
})
