import { expect, it } from 'vitest'
import { compiled } from './compiled.ts'
import { simulate } from './simulate.ts'

const seed = Number(process.env['R4C_SEED'] ?? 20261130)

it('compiled, 300 random programs do what the models do', async () => {
  let done = 0
  expect(await simulate({ programs: 300, seed, engine: compiled(), onProgram: (count) => { done = count } })).toBeUndefined()
  expect(done).toBe(300)
}, 300_000)

it('an engine that differs in one number is noticed', async () => {
  const another = (text: string) => text.replace(/"maxConcurrent":(\d)/, (_, count: string) => `"maxConcurrent":${Number(count) + 1}`)
  expect(await simulate({ programs: 300, seed, engine: compiled(another), first: true })).toContain('"bulkhead"')
}, 300_000)
