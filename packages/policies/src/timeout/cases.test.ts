// Cases of others that a timeout has a part in.
import { spawnSync } from 'node:child_process'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import type { Policies } from '@resilience4cata/policies/policies'
import { attemptSignal, createRegistry, resilient } from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { quiesce } from '@resilience4cata/testing/quiesce'

const err = new Error('down')

function kit() {
  const clock = new ManualClock()
  const registry = createRegistry({ clock, timers: clock, random: () => 0.5 })
  const seen: any[] = []
  registry.on('*', (event) => seen.push(event))
  const R = (fn: (...args: any[]) => unknown, policies: Policies) =>
    resilient({ registry, mode: 'async', name: 'case', signal: (o?: { signal?: AbortSignal }) => o?.signal, ...policies } as object, fn) as (...args: any[]) => Promise<any>
  const after = (ms: number, value?: unknown) => new Promise<any>((over) => { clock.set(() => over(value), ms) })
  const row = (policy: string) => (registry.snapshot() as any)[policy][0]
  return { clock, registry, R, after, row, seen }
}

it('TO-08 a timer does not keep the process alive', async () => {
  const program = `
    import { resilient } from '../index.ts'
    await resilient({ timeout: '10m' }, async () => 1)()
    await resilient({ timeout: '10m' }, async () => { throw 1 })().catch(() => {})
    console.log('done')`
  const { outputFiles } = await build({ stdin: { contents: program, resolveDir: import.meta.dirname }, bundle: true, write: false, format: 'esm' })
  const run = spawnSync(process.execPath, ['--input-type=module'], { input: outputFiles[0]!.text, encoding: 'utf8', timeout: 30_000 })
  expect([run.status, run.stdout.trim().split('\n').at(-1)]).toEqual([0, 'done'])
})

it('BH-15 a call that expires while it runs takes no capacity along', async () => {
  const { clock, registry, R, after, row } = kit()
  const f = R(() => after(500, 'x'), { timeout: '100ms', bulkhead: { maxConcurrent: 3 } })
  for (let round = 0; round < 100; round++) {
    const calls = [f(), f(), f()]
    const answers = Promise.allSettled(calls)
    await clock.advance(100)
    expect((await answers).map(({ reason }: any) => reason.code)).toEqual(Array(3).fill('R4C_CALL_TIMEOUT'))
    expect(row('bulkhead').inUse).toBe(3)
    await clock.advance(400)
    expect(row('bulkhead').inUse).toBe(0)
  }
  await quiesce(registry)
})

it('AL-07 fifty timeouts at once cut an adaptive limit once', async () => {
  const { clock, R, after, row } = kit()
  const f = R(() => after(10_000), { adaptiveLimit: { initialLimit: 100 }, timeout: '1s' })
  for (let i = 0; i < 50; i++) f().catch(() => {})
  await clock.advance(1000)
  expect(row('adaptiveLimit').limit).toBe(90)
  f().catch(() => {})
  await clock.advance(1000)
  expect(row('adaptiveLimit').limit).toBe(81)
})

it('AL-11 the limit is free when its layer has answered, the bulkhead when the function has ended', async () => {
  const { clock, R, after, row } = kit()
  const f = R(() => after(10_000, 'x'), { adaptiveLimit: {}, timeout: '100ms', bulkhead: { maxConcurrent: 2 } })
  const calls = Promise.allSettled([f(), f()])
  await clock.advance(100)
  await calls
  expect([row('adaptiveLimit').inFlight, row('bulkhead').inUse]).toEqual([0, 2])
  await expect(f()).rejects.toMatchObject({ code: 'R4C_BULKHEAD_FULL', reason: 'FULL' })
  await clock.advance(9900)
  expect(row('bulkhead').inUse).toBe(0)
})

it.each([['fails', err], ['answers', undefined]])('RT-25 under a timeout who leaves is answered at the abort, and the retry stops: the attempt then %s', async (_title, failure) => {
  const { clock, registry, R, after, seen } = kit()
  const controller = new AbortController()
  let attempts = 0
  const call = R(() => { attempts++; return after(200).then(() => { if (failure) throw failure }) }, { retry: {}, timeout: '1m' })({ signal: controller.signal })
  const answer = call.catch((reason: unknown) => [reason, clock.now()])
  await clock.advance(100)
  controller.abort('why')
  await clock.advance(5000)
  expect([await answer, attempts]).toEqual([['why', 100], 1])
  expect(seen.filter(({ type }) => type === 'retry.gaveUp')).toMatchObject([{ reason: 'INTERRUPTED' }])
  await quiesce(registry)
})

it('RT-17 no subset of the layers leaves a rejection that nobody handles', async () => {
  const parts: Policies[] = [{ retry: { maxAttempts: 2, delay: '10ms' } }, { hedge: { delay: '10ms' } }, { timeout: '20ms' }, { bulkhead: {} }, { fallback: () => { throw err } }]
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const bodies = [() => Promise.reject(err), async () => { throw err }, () => { throw err }]
  for (let subset = 0; subset < 32; subset++) {
    if ((subset & 3) === 3) continue
    const { clock, R, after } = kit()
    const layers = Object.assign({}, ...parts.filter((_, i) => subset & (1 << i)))
    const calls = [...bodies, () => after(100).then(() => { throw err })].map((body, i) => R(body, { ...layers, name: `case-${i}` })().catch(() => 'handled'))
    await clock.advance(1000)
    expect(await Promise.all(calls)).toEqual(Array(4).fill('handled'))
  }
  await new Promise((turn) => setImmediate(turn))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

it('EN-03 a clock that has jumped over the night gives the answer that waits its chance', async () => {
  const { clock, after, seen } = kit()
  let slept = 0
  const registry = createRegistry({ clock: { now: () => clock.now() + slept }, timers: clock })
  registry.on('timeout.timedOut', (event) => seen.push(event))
  const call = resilient({ registry, timeout: '1s' }, async () => { attemptSignal(); await after(10_000) })()
  const answer = call.catch((error: unknown) => error)
  await clock.advance(60)
  slept = 8 * 3_600_000
  await clock.advance(100)
  expect([await answer, seen]).toMatchObject([{ code: 'R4C_CALL_TIMEOUT' }, [{ late: true }]])
})
