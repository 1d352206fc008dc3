import { expect, test } from 'vitest'
import { code } from '@resilience4cata/core/build/code'
import type { Layer } from '@resilience4cata/core/build/template'
import { weaveJudged } from './judged.ts'
import type { Ask } from './races.ts'

const retry: Layer = { kind: 'repeats', attempts: 'n', ready: code`r.ready()`, begin: code`let n = r.start()`, failed: () => code``, judged: (outcome) => code`if (after(++n, ${outcome})) break` }
const breaker: Layer = {
  kind: 'admits', begin: code`b.ready()`, permit: { name: 'permit', none: '-1' }, acquire: code`b.acquire()`, refused: (value) => code`${value} < 0`, rejection: code`b.rejection()`,
  succeed: code`b.ok(permit)`, fail: (failure) => code`b.failed(permit, ${failure})`, record: (outcome) => code`record(b, permit, ${outcome})`,
}
const slot: Layer = { ...breaker, begin: code`s.ready()`, permit: { name: 'slot', none: '-1' }, acquire: code`s.acquire()`, rejection: code`s.rejection()`, succeed: code`s.release(slot)`, fail: () => code`s.release(slot)` }
const { record: _, ...bulkhead } = slot as typeof slot & { record?: unknown }
const fallback: Layer = { kind: 'answers', begin: code`f.ready()`, answer: (failure, attempts) => code`answer(${failure}, ${attempts})` }

function text(...layers: Layer[]): string[] {
  const asks = [layers.map((layer): Ask => () => ({ layer, at: 0 }))]
  const wording = { sync: false, at: 0, any: '', local: (word: string) => word, frame: () => 'frame', numbered: (word: string) => `${word}0`, use: (word: string) => word }
  const { before, after, depth, land } = weaveJudged(asks, undefined, wording, { classifier: 'c', own: [], ownNamed: false, unproven: false, site: "'site'", maybe: false })
  return [...before, { text: land!('BODY'), depth, at: 0 }, ...after].map((line) => '  '.repeat(line.depth) + line.text)
}

test('an attempt ends with an outcome, of which layers are told innermost first', () => {
  expect(text(retry, breaker, bulkhead as Layer)).toEqual([
    'let n = r.start()', 'b.ready()', 's.ready()', 'let outcome',
    'for (;;) {',
    '  const permit = b.acquire()',
    '  let slot = -1',
    '  if (permit < 0) outcome = threw(b.rejection())',
    '  else if ((slot = s.acquire()) < 0) outcome = threw(s.rejection())',
    '  else try {',
    '    outcome = c.returned(BODY)',
    '  } catch (error) { outcome = c.threw(error) }',
    '  s.release(slot)',
    '  record(b, permit, outcome)',
    '  if (after(++n, outcome)) break',
    '}',
    'if (outcome.thrown) return rejected(outcome.what)',
    'return outcome.what',
  ])
})

test('a loop inside of an admission ends before that is told', () => {
  const lines = text(breaker, retry)
  expect(lines.slice(4, 7)).toEqual(['if (permit < 0) outcome = threw(b.rejection())', 'else {', '  let n = r.start()'])
  expect(lines.slice(-5)).toEqual(['  }', '}', 'record(b, permit, outcome)', 'if (outcome.thrown) return rejected(outcome.what)', 'return outcome.what'])
})

test('an outermost layer answers for a failure', () => {
  expect(text(fallback, retry).slice(-2)).toEqual(['if (!outcome.thrown) return outcome.what', 'return answer(outcome.what, n)'])
  expect(text(fallback, breaker, retry).at(-1)).toBe('return answer(outcome.what, 1)')
})
