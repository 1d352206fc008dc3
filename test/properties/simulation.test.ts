import { afterAll, beforeAll, expect, it } from 'vitest'
import { interpreted } from './interpreted.ts'
import { simulate } from './simulate.ts'

const seed = Number(process.env['R4C_SEED'] ?? 20261130)
const programs = Number(process.env['R4C_PROGRAMS'] ?? 20_000)

// stacks of errors are half of what a program costs
const { stackTraceLimit } = Error
beforeAll(() => { Error.stackTraceLimit = 0 })
afterAll(() => { Error.stackTraceLimit = stackTraceLimit })

it(`the interpreter does with ${programs} random programs what the models do`, async () => {
  let done = 0
  expect(await simulate({ programs, seed, onProgram: (count) => { done = count } })).toBeUndefined()
  expect(done).toBe(programs)
}, 600_000)

it('a difference in one option of one policy is noticed', async () => {
  const found = await simulate({
    programs: 2000, seed,
    engine: (program, stage) => {
      const { retry } = program.policies
      return interpreted(retry ? { ...program, policies: { ...program.policies, retry: { ...retry, maxAttempts: (retry.maxAttempts ?? 3) + 1 } } } : program, stage)
    },
  })
  expect(found).toContain('"retry"')
})
