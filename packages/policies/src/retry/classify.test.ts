import { describe, expect, it } from 'vitest'
import { down, failing, fields, layer } from './failing.fixture.ts'

describe('with a classifier', () => {
  const classifier = (value: unknown) => (value === 'no' ? 'failure' : 'success')

  it('RT-12: the last rejected result is returned', async () => {
    const at = layer({ delay: 0, classifier })
    let calls = 0
    expect(await at.stateOf(at.call(async () => (calls++, 'no')))).toEqual(['ok', 'no'])
    expect(calls).toBe(3)
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 3, reason: 'MAX_ATTEMPTS', result: 'no' }])
  })

  it("RT-12: or thrown, with onExhaustedResult: 'throw'", async () => {
    const at = layer({ delay: 0, classifier, onExhaustedResult: 'throw' })
    const call = at.call(async () => 'no')
    await at.advance(0)
    await expect(call).rejects.toMatchObject({ name: 'ResultRejectedError', code: 'R4C_RESULT_REJECTED', policy: 'retry', instanceId: 'lone', result: 'no' })
  })

  it('RT-15: what the other side asks for is the least wait; too much of it ends the call', async () => {
    const ask = (retryAfterMs: number) => layer({ classifier: () => ({ verdict: 'overload', retryAfterMs }), maxAttempts: 2 })
    const patient = ask(5000)
    patient.call(async () => 503)
    await patient.advance(5000)
    expect(fields(patient, 'retrying')).toEqual([{ attempt: 1, delayMs: 5000, result: 503 }])
    const pushed = ask(3_600_000)
    expect(await pushed.stateOf(pushed.call(async () => 429))).toEqual(['ok', 429])
    expect(pushed.events).toEqual([['gaveUp', { attempts: 1, reason: 'NOT_RETRYABLE', result: 429, detail: 'PUSHBACK' }]])
  })

  it('RT-14: no hint leaves the backoff', async () => {
    const at = layer({ classifier: () => ({ verdict: 'failure', retryAfterMs: 0 }) })
    at.call(async () => 503)
    await at.advance(0)
    expect(fields(at, 'retrying')).toEqual([{ attempt: 1, delayMs: 200, result: 503 }])
  })

  it('RT-24: a result that is retried is released, the one that is returned is not', async () => {
    const at = layer({ delay: 100, classifier: () => 'failure' })
    const cancelled: number[] = []
    let calls = 0
    const call = at.call(async () => {
      const number = ++calls
      return { number, body: { locked: false, cancel: async () => { cancelled.push(number) } } }
    })
    await at.advance(0)
    expect(cancelled).toEqual([1])
    await at.advance(1000)
    expect(await at.stateOf(call)).toMatchObject(['ok', { number: 3 }])
    expect(cancelled).toEqual([1, 2])
  })

  it('one that fails ends the call, which keeps its value', async () => {
    const at = layer({ classifier: () => { throw new Error('in the classifier') } })
    const reported: unknown[] = []
    at.instance.realm.onError = (error) => { reported.push(error) }
    expect(await at.stateOf(at.call(async () => 'v'))).toEqual(['ok', 'v'])
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 1, reason: 'CLASSIFIER_FAILED', result: 'v' }])
    expect(reported).toHaveLength(1)
  })

  it('its part for errors wins over the default list', async () => {
    const error = (failure: unknown) => (failure === down ? 'ignore' : 'failure')
    const at = layer({ delay: 0, classifier: { error } })
    expect(await at.stateOf(at.call(failing(1, at)))).toEqual(['err', down])
    expect(await at.stateOf(at.call(failing(1, at, new RangeError())))).toEqual(['ok', 'ok'])
  })
})
