import { expect, test } from 'vitest'
import { code } from '@resilience4cata/core/build/code'
import type { Admitting, Answering, Repeating } from '@resilience4cata/core/build/template'
import { weave, type Placed, type Wording } from './weave.ts'

const wording = (more: Partial<Wording> = {}): Wording => ({ sync: false, at: 0, any: '', local: (word) => word, frame: () => 'frame', use: (word) => word, numbered: (word) => word, ...more })

const admits = (name: string): Placed<Admitting> => ({
  at: 0,
  layer: {
    kind: 'admits', permit: { name, none: '-1' }, acquire: code`${name}s.take()`, refused: (value) => code`${value} < 0`, rejection: code`${name}s.no()`,
    succeed: code`${name}s.ok(${name})`, fail: (failure) => code`${name}s.bad(${name}, ${failure})`,
  },
})
const repeats: Placed<Repeating> = { at: 0, layer: { kind: 'repeats', attempts: 'n', ready: code`r.ready()`, judged: (outcome) => code`if (after(${outcome})) break`, begin: code`let n = 0`, failed: (failure, giveUp) => code`if (stop(++n, ${failure})) ${giveUp}` } }
const answers: Placed<Answering> = { at: 0, layer: { kind: 'answers', answer: (failure, attempts) => code`answer(${failure}, ${attempts})` } }

function text(layers: readonly Placed[], more?: Partial<Wording>): string[] {
  const { begin, before, after, succeed, depth } = weave(layers, wording(more))
  const lines = [...begin, ...before, { text: 'BODY', depth, at: 0 }, ...succeed.map((line) => ({ ...line, depth: line.depth + depth })), ...after]
  return lines.map((line) => '  '.repeat(line.depth) + line.text)
}

/** The same as a function, run against a script of events. */
function run(layers: readonly Placed[], body: () => unknown, refuse: readonly string[] = []) {
  const trace: string[] = []
  const of = (name: string) => ({ take: () => { trace.push(`${name}+`); return refuse.includes(name) ? -1 : 1 }, no: () => `no ${name}`, ok: (p: number) => trace.push(`${name}ok${p}`), bad: (p: number, f: unknown) => trace.push(`${name}bad${p} ${f}`) })
  const source = text(layers, { sync: true }).join('\n').replace('BODY', 'const r = body()').replace(/(\n\s*)\} catch/, '$1return r$1} catch')
  const call = new Function('r', 'as', 'bs', 'cs', 'stop', 'answer', 'body', source) as (...all: unknown[]) => unknown
  try {
    return { trace, got: call({ ready: () => trace.push('ready') }, of('a'), of('b'), of('c'), (n: number, f: unknown) => { trace.push(`failed${n} ${f}`); return n >= 2 }, (f: unknown, n: unknown) => `answer ${f} ${n}`, body) }
  } catch (error) {
    return { trace, got: `threw ${error}` }
  }
}
const fails = () => { throw 'x' }

test('nothing is admitted: the failure path stands in the catch', () => {
  expect(text([repeats])).toEqual(['let n = 0', 'for (;;) {', '  try {', '    BODY', '  } catch (failure) {', '    if (stop(++n, failure)) throw failure', '  }', '}'])
})

test('admissions are a chain, the try is around the body only, hand-backs run the other way round', () => {
  expect(text([repeats, admits('a'), admits('b')])).toEqual([
    'let n = 0',
    'for (;;) {',
    '  const a = as.take()',
    '  let b = -1, failure',
    '  if (a < 0) failure = as.no()',
    '  else if ((b = bs.take()) < 0) failure = bs.no()',
    '  else try {',
    '    BODY',
    '    bs.ok(b)',
    '    as.ok(a)',
    '  } catch (error) { failure = error }',
    '  bs.bad(b, failure)',
    '  as.bad(a, failure)',
    '  if (stop(++n, failure)) return rejected(failure)',
    '}',
  ])
})

test('an outermost layer answers in place of the failure', () => {
  expect(text([answers, repeats]).join('\n')).toContain('if (stop(++n, failure)) return answer(failure, n)')
  expect(text([answers, admits('a'), repeats]).at(-1)).toBe('return answer(failure, 1)')
})

test('any order: each admission is handed back exactly once at every end', () => {
  expect(run([admits('a'), repeats, admits('b')], () => 'v')).toEqual({ trace: ['ready', 'a+', 'b+', 'bok1', 'aok1'], got: 'v' })
  expect(run([admits('a'), repeats, admits('b')], fails)).toEqual({ trace: ['ready', 'a+', 'b+', 'bbad1 x', 'failed1 x', 'b+', 'bbad1 x', 'failed2 x', 'abad1 x'], got: 'threw x' })
  expect(run([admits('a'), admits('b'), repeats, admits('c')], fails, ['b'])).toEqual({ trace: ['ready', 'a+', 'b+', 'bbad-1 no b', 'abad1 no b'], got: 'threw no b' })
  expect(run([answers, repeats, admits('a'), admits('b')], fails, ['b'])).toEqual({
    trace: ['a+', 'b+', 'bbad-1 no b', 'abad1 no b', 'failed1 no b', 'a+', 'b+', 'bbad-1 no b', 'abad1 no b', 'failed2 no b'],
    got: 'answer no b 2',
  })
})

test('a loop that may not be reached begins where it stands', () => {
  expect(text([admits('a'), repeats])).toEqual([
    'r.ready()',
    'const a = as.take()',
    'let failure',
    'if (a < 0) failure = as.no()',
    'else {',
    '  let n = 0',
    '  for (;;) {',
    '    try {',
    '      BODY',
    '      as.ok(a)',
    '    } catch (error) {',
    '      if (stop(++n, error)) {',
    '        failure = error',
    '        break',
    '      }',
    '    }',
    '  }',
    '}',
    'as.bad(a, failure)',
    'return rejected(failure)',
  ])
})

test('a permit that is waited for, or has something beside it, is no const', () => {
  const waiting = admits('a')
  expect(text([{ ...waiting, layer: { ...waiting.layer, awaits: true } }])[0]).toBe('let a = -1, failure')
  expect(text([{ ...waiting, layer: { ...waiting.layer, beside: ['startedAt'] } }])[0]).toBe('let a = -1, startedAt, failure')
})
