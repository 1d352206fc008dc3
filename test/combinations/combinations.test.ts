import { afterAll, beforeAll, expect, it } from 'vitest'
import { combinations } from './combine.ts'
import { differences, modulesOf } from './differ.ts'

const seed = Number(process.env['R4C_SEED'] ?? 20261130)
const count = Number(process.env['R4C_COMBINATIONS'] ?? 5000)

// stacks of errors are much of what a call costs
const { stackTraceLimit } = Error
beforeAll(() => { Error.stackTraceLimit = 0 })
afterAll(() => { Error.stackTraceLimit = stackTraceLimit })

it(`${count} combinations of a place, parameters, a body and a stack leave the same trace in all ways of running them`, async () => {
  const found: string[] = []
  const texts = new Set<string>()
  for (const module of modulesOf(combinations(count, seed))) {
    found.push(...await differences(module))
    for (const { text, number } of module) texts.add(text.replaceAll(String(number), '§'))
    if (found.length >= 5) break
  }
  expect(found.join('\n\n')).toBe('')
  expect(texts.size).toBeGreaterThan(count * 0.99)
}, 900_000)

it.each([
  ['an option', (text: string) => text.replaceAll('maxAttempts: 2', 'maxAttempts: 3')],
  ['a body', (text: string) => text.replaceAll(`io('end'`, `io('ends'`)],
  ['an order', (text: string) => text.replaceAll('@traced', '').replaceAll(/@Retry\([^\n]*?\)/g, '@traced $&')],
])('a difference in %s is noticed', async (_what, change) => {
  const found: string[] = []
  for (const module of modulesOf(combinations(200, seed))) found.push(...await differences(module, change))
  expect(found.length).toBeGreaterThan(1)
}, 900_000)
