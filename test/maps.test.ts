// Every token of the user's that survives maps home, over all programs that are at hand: the fixtures and the torture.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compile } from '@resilience4cata/compiler/index'
import { goneFrom, namesAndValues, returns } from './maps/survivors.ts'
import { originalPositions } from './emit/inspect.ts'

const root = join(import.meta.dirname, '..')
const folders = (...path: string[]) => readdirSync(join(root, ...path), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => join(...path, name))
const inputs = [...folders('test/fixtures/emit'), ...folders('test/fixtures/sites'), ...folders('packages/policies/src').flatMap((room) => (existsSync(join(root, room, 'fixtures')) ? folders(room, 'fixtures') : []))]
  .flatMap((folder) => ['input.ts', 'fixed.ts'].map((name) => join(folder, name))).filter((file) => existsSync(join(root, file)))
const torture = readdirSync(join(root, 'test/torture')).filter((name) => /\.(?:ts|tsx|cjs)$/.test(name)).map((name) => join('test/torture', name))
const legacy = (text: string) => /^\/\/ modes: legacy/m.test(text)

describe.each([...inputs, ...torture])('%s', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  test.each(['lines', 'pretty'] as const)('%s', (layout) => {
    const decorators = legacy(text) ? 'legacy' : 'standard'
    const { code, map } = compile(text, { id: `/project/${file}`, root: '/project', packageName: '@acme/shop', layout, decorators })
    // left alone, or refused
    if (!map) return expect(code).toBe(text)
    const at = new Set(originalPositions(map.mappings, code, text).flatMap(({ generated, original }) => (sameWord(code, generated, text, original) ? [original] : [])))
    const gone = goneFrom(text, file, code)
    const lost = namesAndValues(text, file).filter(({ start, end }) => !at.has(start) && !gone.some((range) => range.start <= start && end <= range.end))
    expect(lost.map(({ start, end }) => `${text.slice(0, start).split('\n').length}: ${text.slice(start, end)}`)).toEqual([])
    // whatever it becomes: tools that count what has run look there
    const origins = new Set(originalPositions(map.mappings, code, text).map(({ original }) => original))
    const left = returns(text, file).filter(({ start, end }) => !origins.has(start) && !gone.some((range) => range.start <= start && end <= range.end))
    expect(left.map(({ start }) => `${text.slice(0, start).split('\n').length}: return`)).toEqual([])
    for (const name of map.names) expect(text).toContain(name)
  })
})

const WORD = /^[#\w$\u0080-\uffff]+|^[^]/

const sameWord = (code: string, generated: number, text: string, original: number) => WORD.exec(code.slice(generated, generated + 99))?.[0] === WORD.exec(text.slice(original, original + 99))?.[0]
