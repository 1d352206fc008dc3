import MagicString from 'magic-string'
import type { SourceMap } from '@resilience4cata/compiler/index'
import { originalPositions } from './original-positions.ts'
import { composed, parsed, takeMap, withMap } from './maps.ts'
import { expect, test } from 'vitest'

function edited(source: string, name: string, edit: (text: MagicString) => void) {
  const text = new MagicString(source)
  edit(text)
  return { code: text.toString(), map: JSON.parse(text.generateMap({ source: name, includeContent: true, hires: 'boundary' }).toString()) as SourceMap }
}

test('a comment that was put on is taken off again, byte for byte', () => {
  const { code, map } = edited('const one = 1\n', 'a.ts', (text) => text.prepend('\n'))
  for (const text of [code, code.trimEnd(), `${code}\r\n`]) expect(takeMap(withMap(text, map))).toEqual({ code: text, earlier: map })
  expect(takeMap(`${withMap(code, map)}\n`)).toEqual({ code, earlier: map })
})

test('what is no comment at the end stays', () => {
  const odd = ['const text = "//# sourceMappingURL=data:application/json;base64,e30="\nuse(text)\n', 'a()\n//# sourceMappingURL=a.js.map\n', 'a()\n//# sourceMappingURL=data:application/json;base64,bm8=', '']
  for (const text of odd) expect(takeMap(text)).toEqual({ code: text, earlier: undefined })
})

test('a composed map leads to where the first of two steps began', () => {
  const source = 'const one = 1\nconst two = 2\n'
  const first = edited(source, 'a.ts', (text) => text.prepend('// first\n'))
  const second = edited(first.code, 'between.ts', (text) => text.prepend('// second\n\n'))
  const map = composed(second.map, first.map)
  expect(map.sources).toEqual(['a.ts'])
  expect(map.sourcesContent).toEqual([source])
  expect(originalPositions(map, source)({ line: 5, column: 6 })).toEqual({ line: 2, column: 6, index: source.indexOf('two') })
  expect(composed(second.map, undefined)).toBe(second.map)
})

test('maps come as objects, as JSON, or not at all', () => {
  const { map } = edited('a', 'a.ts', () => {})
  expect(parsed(map)).toBe(map)
  expect(parsed(JSON.stringify(map))).toEqual(map)
  for (const none of [undefined, null, 'no map']) expect(parsed(none)).toBeUndefined()
})
