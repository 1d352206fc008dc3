import { expect, it } from 'vitest'
import { compiled } from './compiled.ts'
import { simulate } from './simulate.ts'

const programs = Number(process.env['R4C_PROGRAMS'] ?? 300)
const seed = Number(process.env['R4C_SEED'] ?? 20261130)

it(`compiled, ${programs} random programs do what the models do`, async () => {
  let done = 0, woven = 0
  const engine = compiled({ onForm: ({ kind }) => { woven += Number(kind !== 'interpreted') } })
  expect(await simulate({ programs, seed, engine, onProgram: (count) => { done = count } })).toBeUndefined()
  expect(done).toBe(programs)
  // else it would be the interpreter that does what the models do
  expect(woven).toBeGreaterThan(0.7 * programs)
}, 300_000)

it('an engine that differs in one number is noticed', async () => {
  const another = (text: string) => text.replace(/"maxConcurrent":(\d)/, (_, count: string) => `"maxConcurrent":${Number(count) + 1}`)
  expect(await simulate({ programs: 300, seed, engine: compiled({ change: another }), first: true })).toContain('"bulkhead"')
}, 300_000)
