// Every scenario by every engine, and what a platform is asked for, in each runtime: what this Node makes of it, and what the scenarios say.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compare } from '../../engines/compare.ts'
import { scripts } from '../../engines/engines.ts'
import type { Result } from './play.ts'
import { allScenarios, program } from './program.ts'
import { MAINS, references, runtimes } from './runtimes.ts'

const CHECKS = {
  'a retry waits': 3,
  'a deadline ends each attempt, and aborts its signal': ['CallTimeoutError', [[true, 'CallTimeoutError'], [true, 'CallTimeoutError']]],
  'an answer long before its deadline': 'here',
  'a second attempt is begun, and the loser is told': ['answer 2', 2, [true, false]],
  'one at a time, in a line': 1,
  'one in a period, in a line': [1, 2, 3],
  'a breaker opens, and closes after its wait': ['Error', 'Error', 'not permitted', 'up'],
  'the caller’s signal ends a wait': ['the caller went away', 1],
  'each call stays in its own async context': ['a in a', 'b in b', 'c in c', 'fallback of a in a', 'fallback of b in b', 'fallback of c in c'],
}

const users = join(import.meta.dirname, '../.users')
let folder: string
let reference: Record<keyof typeof references, Result>
const table: string[] = []

beforeAll(async () => {
  mkdirSync(users, { recursive: true })
  folder = mkdtempSync(join(users, 'runtimes-'))
  for (const [name, text] of Object.entries({ ...MAINS, 'program.mjs': await program() })) writeFileSync(join(folder, name), text)
  reference = { plain: await references.plain.run(folder), edge: await references.edge.run(folder) }
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  console.log(table.join('\n'))
})

test.each(['plain', 'edge'] as const)('this Node, %s', async (like) => {
  const { runs, checks, cant } = reference[like]
  const keys = Object.keys(runs)
  for (const [title, { expected }] of Object.entries(await allScenarios())) {
    for (const engine of Object.keys(scripts)) {
      const found = keys.filter((key) => key.startsWith(`${title} | ${engine} | `))
      expect(found.length, `${title}, ${engine}`).toBeGreaterThan(0)
      for (const key of found) like === 'plain' ? compare(key, runs[key]!, expected) : compare(key, sorted(runs[key]!), sorted(expected))
    }
  }
  expect(checks).toEqual({ compiled: CHECKS, interpreted: CHECKS })
  expect(cant).toEqual([])
})

/** Of one time, in any order. */
const sorted = <T extends { readonly trace?: readonly string[] }>(run: T): T => (run.trace ? { ...run, trace: [...run.trace].sort() } : run)

const CANT: Readonly<Record<string, readonly string[]>> = {
  Chromium: ['has no async context', 'has no setImmediate'],
  workerd: ['has no setImmediate', 'makes no code out of text'],
}

test.for(Object.keys(runtimes))('%s', async (name, { skip }) => {
  const runtime = runtimes[name]!
  const missing = runtime.missing?.()
  if (missing) {
    if (process.env['CI']) throw new Error(missing)
    table.push(`${name}: NOT RUN, ${missing}`)
    return skip(missing)
  }
  const { runs, checks, warnings, cant } = await runtime.run(folder)
  const like = reference[runtime.like ?? 'plain']
  const version = await runtime.version()
  if (name.startsWith('Node')) expect(version).toMatch(new RegExp(`^v${name.slice(5)}\\.`))
  table.push(`${name} (${version}): ${Object.keys(runs).length} runs of scenarios, ${Object.keys(CHECKS).length} of its own clock, timers and signals; ${cant.join(', ') || 'can do all'}`)
  expect(cant).toEqual(CANT[name] ?? [])
  for (const [key, run] of Object.entries(like.runs)) expect(runs[key], key).toEqual(run)
  expect(Object.keys(runs)).toEqual(Object.keys(like.runs))
  expect(warnings).toEqual(like.warnings)
  const expected = cant.includes('has no async context') ? { ...CHECKS, 'each call stays in its own async context': 'has none' } : CHECKS
  expect(checks).toEqual({ compiled: expected, interpreted: expected })
})
