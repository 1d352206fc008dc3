// The address of the playground, which holds all that the page shows.
import { expect, test } from 'vitest'
import { fromHash, toHash, type State } from '../../playground/src/state.ts'

test('the address holds a text of any length', async () => {
  // that can hardly be deflated
  const code = Array.from({ length: 100_000 }, (_, n) => Math.abs(Math.sin(n + 1)).toString(36).slice(2, 8)).join(' ')
  const state: State = { code, layout: 'lines', decorators: 'legacy' }
  expect(await fromHash(await toHash(state))).toEqual(state)
})

test.each(['', '1.', '1.AAAA', '2.abc', '1.%%%'])('what is no address of ours, or was cut off, is none: %j', async (hash) => expect(await fromHash(hash)).toBeUndefined())

test('an address asks for no other pace than the page has', async () => {
  const state: State = { code: '', layout: 'pretty', decorators: 'standard', simulation: { target: 'f', args: '', faults: 'a'.repeat(60), every: 200 } }
  expect(await fromHash(await toHash(state))).toEqual(state)
  for (const every of [0, 50, -1, NaN]) expect(await fromHash(await toHash({ ...state, simulation: { ...state.simulation!, every } }))).toBeUndefined()
})
