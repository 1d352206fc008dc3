import { expect, it } from 'vitest'
import type { Classifier } from '@resilience4cata/core/classifier'
import type { Realm } from '@resilience4cata/core/run/realm'
import { judgeError, judgeResult } from './judge.ts'

const reported: unknown[] = []
const realm: Realm = { entered: [], onError: (error, about) => void reported.push([error, about]) }
const asker = { id: 'a', realm }

it('a function judges values only', () => {
  const classifier: Classifier = (value) => (value === 503 ? { verdict: 'overload', retryAfterMs: 7 } : 'success')
  expect(judgeResult(classifier, 200, asker)).toBe('success')
  expect(judgeResult(classifier, 503, asker)).toEqual({ verdict: 'overload', retryAfterMs: 7 })
  expect(judgeError(classifier, 503, asker)).toBeUndefined()
})

it('a part that is missing says nothing', () => {
  expect(judgeResult({ error: () => 'ignore' }, 1, asker)).toBeUndefined()
  expect(judgeError({ error: () => 'ignore' }, 1, asker)).toBe('ignore')
  expect(judgeError({ result: () => 'failure' }, 1, asker)).toBeUndefined()
})

it('one that throws is confused, and its error is reported', () => {
  reported.length = 0
  const error = new Error('in the classifier')
  expect(judgeResult(() => { throw error }, 1, asker)).toBe('confused')
  expect(reported).toEqual([[error, { instance: 'a', source: 'classifier' }]])
})

it('R4C-CLS-013: a promise as verdict; R4C-ATR-011: no word of ours', () => {
  const code = (code: string) => expect.objectContaining({ code, name: 'ConfigurationError' })
  expect(() => judgeResult((async () => 'success') as any, 1, asker)).toThrow(code('R4C-CLS-013'))
  for (const wrong of ['SUCCESS', true, null, {}, { verdict: 'no' }]) expect(() => judgeResult((() => wrong) as any, 1, asker)).toThrow(code('R4C-ATR-011'))
})

it('a promise as verdict may fail as well, and that is reported', async () => {
  reported.length = 0
  const error = new Error('later')
  expect(() => judgeResult((async () => { throw error }) as any, 1, asker)).toThrow('R4C-CLS-013')
  await Promise.resolve()
  expect(reported).toEqual([[error, { instance: 'a', source: 'classifier' }]])
})
