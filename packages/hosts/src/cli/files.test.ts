import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, foldersOf, globExpression, slashed } from './files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'r4c-files-'))
  for (const name of ['a.ts', 'b.css', 'src/c.tsx', 'src/deep/d.mjs', 'src/node_modules/e.ts', '.hidden/f.ts', 'src/(group)/g.ts']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), '')
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const found = (...patterns: string[]) => filesOf(patterns, folder).map((file) => relative(folder, file)).sort()

test('a file, whatever its ending', () => expect(found('b.css', './a.ts')).toEqual(['a.ts', 'b.css']))
test('a folder means every script in it', () => expect(found('src')).toEqual(['src/(group)/g.ts', 'src/c.tsx', 'src/deep/d.mjs']))
test('the folder itself', () => expect(found('.')).toHaveLength(4))
test('globs', () => {
  expect(found('**/*.ts')).toEqual(['a.ts', 'src/(group)/g.ts'])
  expect(found('src/**/*.{tsx,mjs}')).toEqual(['src/c.tsx', 'src/deep/d.mjs'])
  expect(found('./src/*.ts?')).toEqual(['src/c.tsx'])
  expect(found('{*.ts,src/**/*.mjs}')).toEqual(['a.ts', 'src/deep/d.mjs'])
  expect(found('src/{de*/*,?.tsx}')).toEqual(['src/c.tsx', 'src/deep/d.mjs'])
})
test('globs that lead out of the folder, or begin at the root', () => {
  const from = (pattern: string) => filesOf([pattern], join(folder, 'src/deep')).map((file) => relative(folder, file)).sort()
  expect(from('../*.tsx')).toEqual(['src/c.tsx'])
  expect(from('../../**/*.ts')).toEqual(['a.ts', 'src/(group)/g.ts'])
  expect(from(`${slashed(folder)}/{a,b}.*`)).toEqual(['a.ts'])
  expect(from('./.././*.tsx')).toEqual(['src/c.tsx'])
  expect([...foldersOf(['../*.tsx'], join(folder, 'src/deep'))].map((found) => relative(folder, found)).sort()).toEqual(['src', 'src/(group)', 'src/deep'])
})
test('Windows spells globs its own way', () => {
  expect(slashed('..\\my dir\\*.ts', '\\')).toBe('../my dir/*.ts')
  expect(slashed('a\\b.ts', '/')).toBe('a\\b.ts')
})
test('each file once', () => expect(found('a.ts', '*.ts', '.')).toHaveLength(4))
test('a pattern without a match is a mistake that names it', () => expect(() => found('lib/**')).toThrow('no script matches "lib/**"'))
test('links are followed to files; one that leads nowhere, in a circle or to a folder is passed over', () => {
  const links = join(folder, '.links')
  mkdirSync(join(links, 'deep'), { recursive: true })
  writeFileSync(join(links, 'real.ts'), '')
  for (const [name, to] of [['a.ts', 'real.ts'], ['gone.ts', 'nowhere.ts'], ['circle.ts', 'circle.ts'], ['folder.ts', 'deep'], ['up', '..']] as const) symlinkSync(to, join(links, name))
  expect(found('.links')).toEqual(['.links/a.ts', '.links/real.ts'])
  for (const name of ['gone.ts', 'circle.ts', 'folder.ts']) expect(() => found(`.links/${name}`), name).toThrow(`no script matches ".links/${name}"`)
})
test('what looks like an expression is text', () => {
  expect(globExpression('a+(b).[c].ts').test('a+(b).[c].ts')).toBe(true)
  expect(globExpression('a.ts').test('axts')).toBe(false)
})
