import { describe, expect, it } from 'vitest'
import type { LayerName } from './layers.ts'
import { orderFaults, orderLayers, type TraitsOf } from './order.ts'

const traitsOf: TraitsOf = (layer) => {
  if (layer === 'fallback') return { pinned: 'outermost' }
  if (layer === 'retry' || layer === 'hedge') return { slot: { name: 'attempts', excluded: 'R4C-HDG-002' } }
  return {}
}
const order = (present: LayerName[], listed?: LayerName[]) => orderLayers(present, listed, traitsOf).join(' ')
const six: LayerName[] = ['bulkhead', 'timeout', 'rateLimiter', 'circuitBreaker', 'retry', 'fallback']

describe('orderLayers', () => {
  it('is the default order, however the layers are written', () => {
    expect(order(six)).toBe('fallback retry circuitBreaker rateLimiter timeout bulkhead')
    expect(order(['adaptiveLimit', 'hedge'])).toBe('hedge adaptiveLimit')
    expect(order([])).toBe('')
  })

  it('moves the listed layers together to the place of the outermost of them', () => {
    expect(order(six, ['timeout', 'retry'])).toBe('fallback timeout retry circuitBreaker rateLimiter bulkhead')
    expect(order(six, ['circuitBreaker', 'retry'])).toBe('fallback circuitBreaker retry rateLimiter timeout bulkhead')
    expect(order(six, ['bulkhead', 'retry'])).toBe('fallback bulkhead retry circuitBreaker rateLimiter timeout')
    expect(order(six, ['bulkhead', 'timeout'])).toBe('fallback retry circuitBreaker rateLimiter bulkhead timeout')
    expect(order(six, ['rateLimiter', 'circuitBreaker'])).toBe('fallback retry rateLimiter circuitBreaker timeout bulkhead')
  })

  it('ignores listed layers that the site does not have', () => {
    expect(order(['retry', 'timeout'], ['bulkhead'])).toBe('retry timeout')
    expect(order(['retry', 'timeout', 'bulkhead'], ['adaptiveLimit', 'bulkhead', 'timeout'])).toBe('retry bulkhead timeout')
  })

  it('takes the words of one slot for one another', () => {
    expect(order(['hedge', 'timeout'], ['timeout', 'retry'])).toBe('timeout hedge')
  })
})

describe('orderFaults', () => {
  const codes = (...listed: unknown[]) => orderFaults(listed, traitsOf).map((fault) => fault.code)

  it('finds nothing in a proper list', () => expect(codes('timeout', 'retry')).toEqual([]))
  it('R4C-ORD-001: a layer twice, or two of one place', () => {
    expect(codes('retry', 'timeout', 'retry')).toEqual(['R4C-ORD-001'])
    expect(codes('retry', 'hedge')).toEqual(['R4C-ORD-001'])
  })
  it('R4C-ORD-002: the pinned layer', () => expect(codes('fallback')).toEqual(['R4C-ORD-002']))
  it('R4C-ORD-003: a word that is no layer, with the nearest', () => {
    expect(codes('retri', 7)).toEqual(['R4C-ORD-003', 'R4C-ORD-003'])
    expect(orderFaults(['retri'], traitsOf)[0]!.note).toBe('Did you mean retry?')
  })
})
