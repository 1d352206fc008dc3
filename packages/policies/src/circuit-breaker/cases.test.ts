import { spawnSync } from 'node:child_process'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { hang } from '@resilience4cata/testing/lone-layer'
import { BRK, Case, failure, opened, refused } from './case.fixture.ts'
import { CallNotPermittedError } from './index.ts'

describe('half-open', () => {
  it('CB-02 a probe that hangs keeps nobody out for longer than maxHalfOpenWait', async () => {
    const layer = await opened()
    const probe = layer.hanging()
    await layer.advance(500)
    expect(await layer.S()).toEqual(refused('HALF_OPEN', 0))
    await layer.advance(500)
    expect(await layer.S()).toEqual(['ok', 'ok'])
    expect(layer.handle.state).toBe('CLOSED')
    await layer.advance(1000)
    expect(await layer.S()).toEqual(['ok', 'ok'])
    probe.resolve('late')
    expect(await layer.stateOf(probe.promise)).toEqual(['ok', 'late'])
    expect(layer.snapshot).toMatchObject({ state: 'CLOSED', calls: 1, failures: 0, lateResults: 1 })
  })

  it('CB-02 what an earlier round still brings counts', async () => {
    const layer = await opened()
    const first = layer.hanging()
    await layer.advance(1000)
    const second = layer.hanging()
    await layer.advance(500)
    first.resolve('at last')
    await layer.advance(0)
    expect(layer.handle.state).toBe('CLOSED')
    second.reject(failure)
    await layer.advance(0)
    expect(layer.snapshot).toMatchObject({ state: 'CLOSED', calls: 0, lateResults: 1 })
  })

  it('CB-04 lets through exactly halfOpenCalls of those that come at once', async () => {
    const layer = await opened({ halfOpenCalls: 10, waitInOpen: 60_000 })
    let started = 0
    const calls = Array.from({ length: 50 }, () => layer.call(() => { started++; return hang() }))
    const states = await Promise.all(calls.map((call) => layer.stateOf(call)))
    expect(started).toBe(10)
    expect(states.filter((state) => state !== 'pending')).toEqual(Array(40).fill(refused('HALF_OPEN', 0)))
    expect(layer.transitions).toEqual(['CLOSED → OPEN MANUAL', 'OPEN → HALF_OPEN WAIT_OVER'])
  })

  it.each([
    ['not in recordOn', { ...BRK, recordOn: 'ENOTFOUND' }, new SyntaxError('parse')],
    ['a programming error', BRK, new ReferenceError('typo')],
  ])('CB-06 a failure that is not the breaker\'s affair counts as healthy: %s', async (_title, written, error) => {
    const layer = await opened(written)
    expect(await layer.F(error)).toEqual(['err', error])
    expect(layer.handle.state).toBe('CLOSED')
    expect(await layer.S()).toEqual(['ok', 'ok'])
  })

  it('CB-08 decides by the probes alone, as soon as they decide', async () => {
    const layer = await opened({ windowSize: 100, failureRate: 50, halfOpenCalls: 4, waitInOpen: 1000 })
    await layer.F()
    await layer.S()
    await layer.S()
    expect(layer.handle.state).toBe('HALF_OPEN')
    await layer.F()
    expect(layer.handle.state).toBe('OPEN')
    expect(await layer.S()).toEqual(refused('OPEN', 1000))
  })

  it.each([['S', 'CLOSED'], ['F', 'OPEN']] as const)('CB-09 minimumCalls is not asked of probes: %s → %s', async (outcome, state) => {
    const layer = await opened({ windowSize: 10, minimumCalls: 10, halfOpenCalls: 1, waitInOpen: 1000 })
    await layer[outcome]()
    expect(layer.handle.state).toBe(state)
  })

  it('CB-22 probes are counted, whatever the window: a slow trickle decides', async () => {
    const layer = await opened({ windowDuration: 10_000, failureRate: 50, halfOpenCalls: 3, waitInOpen: 1000, maxHalfOpenWait: 0 })
    await layer.F()
    await layer.advance(60_000)
    expect(layer.handle.state).toBe('HALF_OPEN')
    await layer.F()
    expect(layer.handle.state).toBe('OPEN')
  })

  it('CB-23 closes when the calls still to come can no longer open it', async () => {
    const layer = await opened({ halfOpenCalls: 10, failureRate: 50, waitInOpen: 1000 })
    for (let n = 1; n <= 6; n++) {
      expect(layer.handle.state).toBe(n === 1 ? 'OPEN' : 'HALF_OPEN')
      await layer.S()
      await layer.advance(3_600_000)
    }
    expect(layer.handle.state).toBe('CLOSED')
  })
})

describe('opening', () => {
  it('CB-07 failures that come together open it once, and do not make the wait longer', async () => {
    const layer = new Case({ windowSize: 5, minimumCalls: 5, waitInOpen: 60_000 })
    const six = Array.from({ length: 6 }, () => layer.hanging())
    for (const call of six) call.reject(failure)
    await layer.advance(59_999)
    expect(layer.transitions).toEqual(['CLOSED → OPEN FAILURE_RATE'])
    expect(await layer.S()).toEqual(refused('OPEN', 1))
    await layer.advance(1)
    expect(await layer.S()).toEqual(['ok', 'ok'])
    expect(layer.snapshot['lateResults']).toBe(1)
  })

  it.each([
    ['FFF', { windowSize: 3, minimumCalls: 3, failureRate: 100 }, 'OPEN'],
    ['SSFF', { windowSize: 4, minimumCalls: 4, failureRate: 50 }, 'OPEN'],
    ['SSFF', { windowSize: 4, minimumCalls: 4, failureRate: 51 }, 'CLOSED'],
    ['S'.repeat(67) + 'F'.repeat(33), { failureRate: 33.3 }, 'CLOSED'],
    ['S'.repeat(66) + 'F'.repeat(34), { failureRate: 33.3 }, 'OPEN'],
    ['S'.repeat(342) + 'F'.repeat(33), { windowSize: 375, minimumCalls: 375, failureRate: 8.8 }, 'OPEN'],
    ['S'.repeat(343) + 'F'.repeat(32), { windowSize: 375, minimumCalls: 375, failureRate: 8.8 }, 'CLOSED'],
  ])('CB-13 a rate that is reached exactly opens: case %#', (outcomes, written, state) => {
    const { instance, handle } = new Case(written)
    for (const outcome of outcomes) outcome === 'S' ? instance.onSuccess(instance.acquire()) : instance.onFailure(instance.acquire(), failure)
    expect(handle.state).toBe(state)
  })

  it('CB-24 is looked at after each record, a success too', async () => {
    const layer = new Case({ windowSize: 10, minimumCalls: 3, failureRate: 50 })
    await layer.F()
    await layer.F()
    expect(layer.handle.state).toBe('CLOSED')
    expect(await layer.S()).toEqual(['ok', 'ok'])
    expect(layer.handle.state).toBe('OPEN')
  })

  it('CB-11 needs no timer: nothing keeps a process alive, and the first call after the wait is let through', async () => {
    const layer = new Case({ ...BRK, waitInOpen: 3_600_000 })
    await layer.F()
    await layer.F()
    expect([layer.handle.state, layer.clock.pending()]).toEqual(['OPEN', 0])
    await layer.advance(3_600_000)
    expect(await layer.S()).toEqual(['ok', 'ok'])

    const program = `
      import { circuitBreaker } from './runtime.ts'
      const breaker = circuitBreaker('exits', { windowSize: 1, waitInOpen: 3600000 })
      breaker.onFailure(breaker.acquire(), new Error('x'))
      console.log(breaker.state, breaker.acquire())`
    const { outputFiles } = await build({ stdin: { contents: program, resolveDir: import.meta.dirname }, bundle: true, write: false, format: 'esm' })
    const run = spawnSync(process.execPath, ['--input-type=module'], { input: outputFiles[0]!.text, encoding: 'utf8', timeout: 30_000 })
    expect([run.status, run.stdout.trim()]).toEqual([0, 'OPEN -1'])
  })
})

describe('manual states', () => {
  it.each([['forceOpen', refused('FORCED_OPEN')], ['disable', ['ok', 'ok']]] as const)('CB-14 %s stays, whatever wait was running', async (change, outcome) => {
    const layer = new Case()
    layer.handle.open('30s')
    layer.handle[change]()
    const told = layer.events.length
    await layer.advance(3_600_000)
    expect(await layer.S()).toEqual(outcome)
    expect(layer.transitions).toHaveLength(2)
    expect(layer.events.slice(told).map(([name]) => name)).toEqual(change === 'disable' ? [] : ['rejected'])
  })

  it('CB-19 metricsOnly rejects nothing and tells once of each rate and excursion', async () => {
    const layer = new Case({ windowSize: 3, minimumCalls: 3, failureRate: 50, slowCallDuration: 100 })
    layer.handle.metricsOnly()
    for (const outcome of 'FFFSSSSFFF') {
      const call = layer.call(() => (outcome === 'S' ? 'ok' : layer.failAfter(200, failure)))
      await layer.advance(200)
      expect(await layer.stateOf(call)).toEqual(outcome === 'S' ? ['ok', 'ok'] : ['err', failure])
    }
    const exceeded = layer.events.filter(([name]) => name === 'thresholdExceeded').map(([, fields]) => fields)
    expect(exceeded).toEqual([
      { kind: 'FAILURE', rate: 100 }, { kind: 'SLOW', rate: 100 },
      { kind: 'FAILURE', rate: (2 * 100) / 3 }, { kind: 'SLOW', rate: 100 },
    ])
    expect(layer.handle.state).toBe('METRICS_ONLY')
  })

  it('CB-18 each rejection is an error of its own, without a stack or a cause', async () => {
    const layer = new Case()
    layer.handle.forceOpen()
    const errors = await Promise.all(Array.from({ length: 10_000 }, () => layer.call(hang).catch((error: unknown) => error))) as CallNotPermittedError[]
    expect(new Set(errors).size).toBe(10_000)
    expect(errors.every((error) => error instanceof CallNotPermittedError && error.cause === undefined && !error.stack!.includes('\n    at '))).toBe(true)
    expect(layer.snapshot['rejected']).toBe(10_000)
  })

  it('CB-25 looking changes nothing', async () => {
    const layer = await opened()
    const told = layer.events.length
    for (let i = 0; i < 2; i++) expect(layer.snapshot).toMatchObject({ state: 'OPEN', remainingWaitMs: 0 })
    expect([layer.handle.state, layer.events.length]).toEqual(['OPEN', told])
    await layer.S()
    expect(layer.transitions.slice(1)).toEqual(['OPEN → HALF_OPEN WAIT_OVER', 'HALF_OPEN → CLOSED PROBES_PASSED'])
  })
})
