import { expect, it } from 'vitest'
import { classifier, COMMON, count, duration, fn, list, number, word } from './attributes.ts'
import { checkOptions, missingOptions, unknownConfig } from './check.ts'
import { nearest, show } from './diagnostic.ts'

const TABLE = {
  wait: duration({ min: 1, max: 1000, default: 10 }),
  size: count({ min: 1, max: 9, configuredMin: 0, default: 3, code: 'R4C-ATR-003', note: 'Write less.' }),
  rate: number({ min: 0, max: 100, open: true, default: 50 }),
  kind: word({ words: ['plain', 'fancy'], default: 'plain' }),
  on: list({ default: undefined }),
  call: fn(),
  judge: classifier(),
  ...COMMON,
}
const valuesOf = (given: object, origin = {}) => {
  const { values, faults } = checkOptions(TABLE, given, origin)
  expect(faults).toEqual([])
  return values
}
const says = (given: object, origin = {}) => checkOptions(TABLE, given, origin).faults.map(({ code, says }) => `${code} ${says}`)
const noop = () => {}

it('normalises what is given, and only that', () => {
  expect(valuesOf({ wait: '1s', size: 9, rate: 0.5, kind: 'fancy', on: TypeError, call: noop, judge: { error: noop }, name: 'x', enabled: 'FALSE', locked: undefined })).toEqual({
    wait: 1000, size: 9, rate: 0.5, kind: 'fancy', on: TypeError, call: noop, judge: { error: noop }, name: 'x', enabled: false,
  })
  const on = ['E', TypeError, noop]
  const values = valuesOf({ on })
  on.push('more')
  expect(values).toEqual({ on: ['E', TypeError, noop] })
})

it('reads text from a file: numbers, words in any case, lists with commas', () => {
  const text = { wait: '250', size: '3', rate: '1e1', kind: ' FANCY', on: 'E, AbortError,', enabled: ' True ' }
  expect(valuesOf(text, { fromText: true })).toEqual({ wait: 250, size: 3, rate: 10, kind: 'fancy', on: ['E', 'AbortError'], enabled: true })
  expect(says({ size: '3', kind: 'FANCY', wait: '250' })).toHaveLength(3)
  expect(says({ size: '', rate: 'x' }, { fromText: true })).toEqual(['R4C-ATR-012 size must be a number, got ""', 'R4C-ATR-010 rate must be a finite number above 0 and at most 100, got "x"'])
})

it('says what is wrong with the value that it got', () => {
  expect(says({ wait: '0', size: 0, rate: 0, kind: 'odd', on: 7, call: 1, judge: [], name: '', enabled: 1, locked: 'perhaps', siez: 1, zebra: 2 })).toEqual([
    'R4C-ATR-010 wait must be at least 1ms and at most 1s, got "0"',
    'R4C-ATR-003 size must be a whole number at least 1 and at most 9, got 0',
    'R4C-ATR-010 rate must be a finite number above 0 and at most 100, got 0',
    'R4C-ATR-011 kind must be one of "plain", "fancy", got "odd"',
    'R4C-ATR-012 on must be an error class, a name, a predicate, or a list of these, got 7',
    'R4C-ATR-012 call must be a function, got 1',
    'R4C-ATR-012 judge must be a function, or { result, error }, got [array]',
    'R4C-ATR-012 name must be text that is not empty, got ""',
    'R4C-ATR-006 enabled must be true or false, got 1',
    'R4C-ATR-012 locked must be true or false, got "perhaps"',
    'R4C-CFG-001 unknown option "siez"',
    'R4C-CFG-001 unknown option "zebra"',
  ])
  expect(says({ wait: '2 s', size: 1.5, kind: 7, on: ['E', ''], judge: { result: 7 } })).toEqual([
    'R4C-ATR-001 wait must be a duration, got "2 s"',
    'R4C-ATR-003 size must be a whole number at least 1 and at most 9, got 1.5',
    'R4C-ATR-012 kind must be one of "plain", "fancy", got 7',
    'R4C-ATR-012 on must be an error class, a name, a predicate, or a list of these, got [array]',
    'R4C-ATR-012 judge must be a function, or { result, error }, got [object]',
  ])
  expect(says({ on: [, TypeError] })).toEqual(['R4C-ATR-012 on must be an error class, a name, a predicate, or a list of these, got [array]'])
  expect(says({ size: NaN, rate: Infinity, wait: null })).toHaveLength(3)
  expect(checkOptions(TABLE, { siez: 1 }).faults[0]!.note).toBe('Did you mean size?')
  expect(checkOptions(TABLE, { __proto__: null, constructor: 1 }).faults[0]!.code).toBe('R4C-CFG-001')
})

it('takes what the program computes as it is', () => {
  expect(valuesOf({ judge: noop, enabled: true, locked: false, on: 'E,F' })).toEqual({ judge: noop, enabled: true, locked: false, on: 'E,F' })
  expect(says({ judge: null })).toEqual(['R4C-ATR-012 judge must be a function, or { result, error }, got null'])
})

it('knows ranges that end below their bound', () => {
  const below = { share: number({ min: 0, max: 1, openMax: true, default: 0 }) }
  expect(checkOptions(below, { share: 0.9 })).toEqual({ values: { share: 0.9 }, faults: [] })
  expect(checkOptions(below, { share: 1 }).faults.map(({ says }) => says)).toEqual(['share must be a finite number at least 0 and below 1, got 1'])
})

it('says what is missing, and which names there are', () => {
  const required = { wait: duration({ min: 1, max: 9, required: true }), size: count({ min: 1, max: 9, required: true, note: 'Write it.' }), rate: number({ min: 0, max: 9 }) }
  expect(missingOptions(required, {}).map(({ code, says, note }) => [code, says, note])).toEqual([
    ['R4C-ATR-009', 'wait is required and comes from nowhere', 'Write it at the site, or configure it.'], ['R4C-ATR-009', 'size is required and comes from nowhere', 'Write it.'],
  ])
  expect(missingOptions(required, { wait: 1, size: 1 })).toEqual([])
  expect([['slow', 'b'], ['b'], Array.from({ length: 11 }, (_, i) => `n${i}`), []].map((known) => unknownConfig('slwo', known).note)).toEqual([
    'Did you mean "slow"?', 'Known here: b.', 'Known here: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9.', 'Add it to `configs` in `registry.configure`.',
  ])
})

it('lets configuration say what a site can not', () => {
  expect(valuesOf({ size: 0 }, { configured: true })).toEqual({ size: 0 })
  expect(says({ size: -1 }, { configured: true })).toEqual(['R4C-ATR-003 size must be a whole number at least 0 and at most 9, got -1'])
})

it('reads each property once', () => {
  let reads = 0
  checkOptions(TABLE, { get wait() { reads++; return '1s' }, get odd() { reads++; return 1 } })
  expect(reads).toBe(2)
})

it('finds the nearest word when it is near', () => {
  expect(['retries', 'retyrOn', 'kez', 'attempts', 'MaxAttempt'].map((word) => nearest(word, ['retryOn', 'key', 'maxAttempts']))).toEqual([undefined, 'retryOn', 'key', 'maxAttempts', 'maxAttempts'])
  expect(nearest('retries', ['retryOn', 'retry'])).toBe('retry')
  expect(['maxAtempts', 'MAXATTEMPTS', 'xyz', 'x'.repeat(10_000)].map((word) => nearest(word, ['delay', 'maxAttempts']))).toEqual(['maxAttempts', 'maxAttempts', undefined, undefined])
})

it('shows a value in a message', () => {
  expect([show('a"b'), show('x'.repeat(61)), show(noop), show(() => {}), show([1]), show({}), show(null), show(undefined), show(5n), show(Symbol('s'))]).toEqual([
    '"a\\"b"', `"${'x'.repeat(57)}…"`, '[function noop]', '[function]', '[array]', '[object]', 'null', 'undefined', '5n', 'Symbol(s)',
  ])
})
