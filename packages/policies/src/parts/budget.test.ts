import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { Budget, rowOf } from './budget.ts'

const budgetOf = (percent: number, perSecond: number, window = 10_000) => {
  const budget = new Budget()
  budget.configure({ percent, perSecond, window })
  return budget
}

const grants = (budget: Budget, now: number, asked: number) => Array.from({ length: asked }, () => budget.refuses(now)).filter((refused) => !refused).length

describe('Budget', () => {
  it('is off at 0 percent', () => {
    const budget = budgetOf(0, 10)
    budget.onCall()
    expect(budget.refuses(0)).toBe(false)
    expect(rowOf(budget, 0)).toBeNull()
  })

  it('RT-21: the reserve alone lets a single call go on', () => {
    const budget = budgetOf(20, 1)
    budget.onCall()
    expect(grants(budget, 0, 50)).toBe(10)
  })

  it('without a reserve four calls allow nothing, five allow one', () => {
    const budget = budgetOf(20, 0)
    for (let i = 0; i < 4; i++) budget.onCall()
    expect(grants(budget, 0, 1)).toBe(0)
    budget.onCall()
    expect(grants(budget, 0, 5)).toBe(1)
  })

  it('begins again from its reserve after a quiet window', () => {
    const budget = budgetOf(100, 0)
    for (let i = 0; i < 30; i++) budget.onCall()
    expect(grants(budget, 0, 100)).toBe(30)
    expect(rowOf(budget, 10_000)).toEqual({ calls: 0, retries: 0, allowedRetries: 0 })
    expect(grants(budget, 10_000, 100)).toBe(0)
  })

  it('calls made while nothing failed belong to the slice of the last failure', () => {
    const budget = budgetOf(100, 0)
    budget.refuses(0)
    for (let i = 0; i < 30; i++) budget.onCall()
    // made at 9 s perhaps, gone with the slice that began at 0
    expect(grants(budget, 9_999, 100)).toBe(30)
    expect(rowOf(budget, 10_000)).toEqual({ calls: 0, retries: 30, allowedRetries: 0 })
  })

  it('a row changes nothing', () => {
    const budget = budgetOf(100, 0)
    for (let i = 0; i < 3; i++) budget.onCall()
    budget.refuses(0)
    rowOf(budget, 1e9)
    expect(rowOf(budget, 0)).toEqual({ calls: 3, retries: 1, allowedRetries: 3 })
  })

  it('new values keep the counters, a new window does not', () => {
    const budget = budgetOf(20, 1)
    for (let i = 0; i < 10; i++) budget.onCall()
    budget.refuses(0)
    budget.configure({ percent: 50, perSecond: 1, window: 10_000 })
    expect(rowOf(budget, 0)).toEqual({ calls: 10, retries: 1, allowedRetries: 15 })
    budget.configure({ percent: 50, perSecond: 1, window: 20_000 })
    expect(rowOf(budget, 0)).toEqual({ calls: 0, retries: 0, allowedRetries: 20 })
  })

  it('a new window is a new one also while the budget is off', () => {
    const budget = budgetOf(50, 0, 2000)
    for (let i = 0; i < 10; i++) budget.onCall()
    budget.configure({ percent: 0, perSecond: 0, window: 1000 })
    budget.configure({ percent: 50, perSecond: 0, window: 1000 })
    expect(rowOf(budget, 0)).toEqual({ calls: 0, retries: 0, allowedRetries: 0 })
  })

  it('a grant that is given back can be had again', () => {
    const budget = budgetOf(100, 0)
    budget.onCall()
    expect(budget.refuses(0)).toBe(false)
    budget.giveBack()
    expect(budget.refuses(0)).toBe(false)
    expect(budget.refuses(0)).toBe(true)
  })

  it('takes back what was granted before the window moved on', () => {
    const budget = budgetOf(100, 0)
    budget.onCall()
    expect(budget.refuses(0)).toBe(false)
    // a failure of another call
    expect(budget.refuses(5000)).toBe(true)
    budget.giveBack()
    expect(rowOf(budget, 5000)!.retries).toBe(0)
    expect(budget.refuses(5000)).toBe(false)
  })

  it('takes nothing back of what is out of the window', () => {
    const budget = budgetOf(100, 0)
    budget.onCall()
    expect(budget.refuses(0)).toBe(false)
    expect(budget.refuses(10_000)).toBe(true)
    budget.giveBack()
    expect(rowOf(budget, 10_000)!.retries).toBe(0)
  })

  it('never counts below zero or loses itself, whatever the clock does', () => {
    const step = fc.oneof(fc.constant('call' as const), fc.constant('retry' as const), fc.double({ min: -1e6, max: 1e12, noNaN: true }))
    fc.assert(fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const budget = budgetOf(50, 2)
      let now = 0
      for (const one of steps) {
        if (one === 'call') budget.onCall()
        else if (one === 'retry') budget.refuses(now)
        else now += one
        const { calls, retries, allowedRetries } = rowOf(budget, now)!
        expect(calls).toBeGreaterThanOrEqual(0)
        expect(retries).toBeGreaterThanOrEqual(0)
        expect(allowedRetries).toBeGreaterThanOrEqual(20)
      }
    }), { seed: 1, numRuns: 300 })
  })
})
