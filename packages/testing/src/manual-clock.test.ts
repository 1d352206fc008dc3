import { expect, it } from 'vitest'
import { ManualClock } from './manual-clock.ts'

const wait = (clock: ManualClock, ms: number) => new Promise<void>((resolve) => { clock.set(resolve, ms) })

it('stands still until it is moved', async () => {
  const clock = new ManualClock(500)
  await clock.advance(100.5)
  expect([clock.now(), clock.elapsed()]).toEqual([600.5, 100.5])
  expect(() => clock.advance(-1)).toThrow(RangeError)
  expect(() => clock.advance(NaN)).toThrow(RangeError)
})

it('fires each entry at its very time, in order of deadline and then of arming', async () => {
  const clock = new ManualClock()
  const seen: string[] = []
  const log = (word: string) => () => seen.push(`${word}@${clock.now()}`)
  clock.set(log('b'), 20)
  clock.set(log('a'), 10)
  clock.set(log('c'), 20)
  clock.clear(clock.set(log('never'), 15))
  clock.set(log('later'), 31)
  await clock.advance(30)
  expect(seen).toEqual(['a@10', 'b@20', 'c@20'])
  expect([clock.now(), clock.pending()]).toEqual([30, 1])
})

it('lets everything that an entry sets going happen before the next one', async () => {
  const clock = new ManualClock()
  const seen: string[] = []
  const step = async (word: string, depth: number) => {
    await wait(clock, 10)
    for (let i = 0; i < depth; i++) await undefined
    seen.push(`${word}@${clock.now()}`)
    await wait(clock, 5)
    seen.push(`${word}@${clock.now()}`)
  }
  void step('deep', 60)
  void step('flat', 0)
  await clock.advance(20)
  expect(seen).toEqual(['deep@10', 'flat@10', 'deep@15', 'flat@15'])
})

it('runs what is deferred in the same drain, each in its own turn', async () => {
  const clock = new ManualClock()
  const seen: string[] = []
  clock.defer(() => { void Promise.resolve().then(() => seen.push('of one')); seen.push('one') })
  clock.defer(() => { seen.push('two'); clock.defer(() => seen.push('three')) })
  expect(clock.pending()).toBe(2)
  await clock.advance(0)
  expect(seen).toEqual(['one', 'of one', 'two', 'three'])
  expect([clock.now(), clock.pending()]).toEqual([0, 0])
})

it('is moved by one at a time', async () => {
  const clock = new ManualClock()
  const seen: number[] = []
  clock.set(() => { seen.push(clock.now()); void clock.advance(100).then(() => seen.push(clock.now())) }, 10)
  await Promise.all([clock.advance(20), clock.advance(30)])
  await clock.advance(0)
  expect(seen).toEqual([10, 150])
})

it('rejects with the error of a callback, and can be moved on', async () => {
  const clock = new ManualClock()
  clock.set(() => { throw new Error('boom') }, 10)
  await expect(clock.advance(20)).rejects.toThrow('boom')
  await clock.advance(10)
  expect(clock.now()).toBe(20)
})

it('jumps to the next deadline by itself, but not for what nobody waits for', async () => {
  const clock = new ManualClock(0, { autoAdvance: true })
  clock.unref(clock.set(() => {}, 1000))
  const fired: number[] = []
  clock.unref(clock.set(() => fired.push(clock.now()), 150))
  await wait(clock, 100)
  await wait(clock, 200)
  expect([clock.now(), clock.pending()]).toEqual([300, 0])
  expect(fired).toEqual([150])
  await clock.advance(700)
  expect(clock.now()).toBe(1000)
})

it('begins anew', async () => {
  const clock = new ManualClock(7)
  clock.set(() => { throw new Error('never') }, 10)
  await clock.advance(5)
  clock.restart()
  await clock.advance(50)
  expect([clock.now(), clock.elapsed(), clock.pending()]).toEqual([57, 50, 0])
})

it('lets a wait in parts keep its place', async () => {
  const clock = new ManualClock()
  const seen: string[] = []
  clock.set(() => { clock.set(() => seen.push('in parts'), 10) }, 10)
  clock.set(() => seen.push('at once'), 20)
  await clock.advance(20)
  expect(seen).toEqual(['in parts', 'at once'])
})
