// More than two attempts: how many begin at once, and how often it is told that none does.
import { expect, it } from 'vitest'
import { hang } from '@resilience4cata/testing/lone-layer'
import { sites } from '../parts/sites.fixture.ts'

it('however often the budget refuses, a call tells it once', async () => {
  const at = sites()
  let n = 0
  const f = at.R(() => (n++ ? hang() : at.failAfter(120, new Error('down'))), { hedge: { maxAttempts: 4, delay: '50ms', budgetMinHedgesPerSecond: 0.1 } })
  f().catch(() => {})
  await at.clock.advance(1000)
  expect([n, at.ev('hedge.skipped').map((event) => [event.reason, event.at])]).toEqual([2, [['BUDGET', 100]]])
})

it.each([3, 4])('without a delay all %d begin at once', (maxAttempts) => {
  const at = sites()
  let n = 0
  at.R(() => { n++; return hang() }, { hedge: { maxAttempts, delay: '0', budgetPercent: 0 } })().catch(() => {})
  expect(n).toBe(maxAttempts)
})
