import { expect, it } from 'vitest'
import { difference, same } from './difference.ts'

it('finds the first option that comes to something else', () => {
  const f = () => {}
  expect(difference({ a: 1, list: ['E', TypeError], judge: { error: f } }, { list: ['E', TypeError], judge: { error: f }, a: 1 })).toBeUndefined()
  expect(difference({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe('b')
  expect(difference({ a: 1 }, { a: 1, extra: 0 })).toBe('extra')
  expect(difference({ a: 1, absent: undefined }, { a: 1 })).toBeUndefined()
  expect(difference({ judge: { error: f } }, { judge: { error: () => {} } })).toBe('judge')
  class Judge { result() {} }
  expect([difference({ judge: new Judge() }, { judge: new Judge() }), difference({ judge: new Judge() }, { judge: {} })]).toEqual(['judge', 'judge'])
  expect([difference({}, { enabled: true }), difference({ enabled: false }, {})]).toEqual([undefined, 'enabled'])
})

it('compares lists element by element; one matcher is the list of it, none is not the empty list', () => {
  expect([same('E', ['E']), same(['E'], 'E'), same(['E', 'F'], ['E', 'F']), same(NaN, NaN)]).toEqual([true, true, true, true])
  expect([same('E', ['E', 'F']), same(['E'], ['E', 'F']), same(['E', 'F'], ['F', 'E']), same(undefined, []), same([], undefined), same(null, {}), same({}, 1)]).toEqual(Array(7).fill(false))
})
