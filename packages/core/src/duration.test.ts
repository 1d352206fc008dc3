import { expect, it } from 'vitest'
import { MAX_DURATION, parseDuration, showDuration } from './duration.ts'

it('reads all spellings as milliseconds', () => {
  const spelled: [unknown, number][] = [
    ['250ms', 250], ['2s', 2000], ['1.5s', 1500], ['1m', 60_000], ['1h', 3_600_000], ['1d', 86_400_000], ['0', 0], ['0ms', 0], [' 2s ', 2000],
    ['PT2S', 2000], ['PT0.25S', 250], ['PT1H30M', 5_400_000], ['P1D', 86_400_000], ['P1DT1S', 86_401_000], ['365d', MAX_DURATION], [12.5, 12.5], [0, 0],
  ]
  for (const [text, ms] of spelled) expect([text, parseDuration(text)]).toEqual([text, ms])
})

it('is nothing else', () => {
  for (const wrong of ['', '2', '2 s', '2sec', '-1s', '1.s', '.5s', '1e3ms', 'P', 'PT', 'P1DT', 'P1H', 'PT1D', 'P1Y', '-PT2S', '366d', 'Infinitys', NaN, -1, Infinity, MAX_DURATION + 1, null, undefined, true, 5n, {}, []]) {
    expect([wrong, parseDuration(wrong)]).toEqual([wrong, undefined])
  }
})

it('is quick with what is long', () => {
  expect(parseDuration(`${'9'.repeat(100_000)}x`)).toBeUndefined()
  expect(parseDuration(`P${'9'.repeat(100_000)}`)).toBeUndefined()
})

it('is shown in the greatest unit that fits', () => {
  expect([0, 1, 1500, 2000, 60_000, 5_400_000, 7_200_000, 86_400_000].map(showDuration)).toEqual(['0', '1ms', '1500ms', '2s', '1m', '90m', '2h', '1d'])
})
