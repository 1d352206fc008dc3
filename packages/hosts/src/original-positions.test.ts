import MagicString from 'magic-string'
import { expect, test } from 'vitest'
import { originalPositions } from './original-positions.ts'

const source = 'const one = 1\nconst two = 2\r\nconst three = one + two\n'

function edited(edit: (text: MagicString) => void) {
  const text = new MagicString(source)
  edit(text)
  const code = text.toString()
  const original = originalPositions(text.generateMap({ source: 'a.ts', includeContent: true, hires: 'boundary' }) as never, source)
  return (word: string) => {
    const before = code.slice(0, code.indexOf(word)).split(/\r?\n/)
    return original({ line: before.length, column: before.at(-1)!.length })
  }
}

test('text behind an insertion maps to where it stood, index and all', () => {
  const at = edited((text) => text.prependLeft(0, '/* a */\n\n').overwrite(6, 9, 'uno'))
  expect(at('three')).toEqual({ line: 3, column: 6, index: source.indexOf('three') })
  expect(at('uno')).toEqual({ line: 1, column: 6, index: 6 })
})

test('text without an origin has none', () => expect(edited((text) => text.prepend('new\n'))('new')).toBeUndefined())

test('steps backwards and long jumps', () => {
  const at = edited((text) => text.move(source.indexOf('const three'), source.length, 0))
  expect(at('const one')).toEqual({ line: 1, column: 0, index: 0 })
  expect(at('const three')).toEqual({ line: 3, column: 0, index: source.indexOf('const three') })
})
