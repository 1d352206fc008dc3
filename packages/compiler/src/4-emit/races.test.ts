import { expect, test } from 'vitest'
import { code } from '@resilience4cata/core/build/code'
import type { Layer } from '@resilience4cata/core/build/template'
import { weaveCall, type Ask } from './races.ts'

type Say = (scope: string | undefined) => Layer

const timeout: Say = (scope) => ({
  kind: 'races', shared: false, begin: code`t.ready()`, answer: code`race.answer`, isOpen: code`race.open`,
  open: (permits, reading, _teller, attempt) => code`const race = t.open(${[...permits, ...(scope ? [scope] : []), ...(reading?.lines ?? []), ...(attempt ? [attempt] : [])].join(', ')})`,
  answers: (failure, permits, fail) => code`outside((${[failure, ...permits].join(', ')}) => ${fail})`, resolve: (value) => code`race.resolve(${value})`, reject: (failure) => code`race.reject(${failure})`, scope: code`race.scope`,
})
const hedge: Say = () => ({
  kind: 'runs', begin: code`h.ready()`, ticket: 'attempt', reading: 'now', open: (start) => code`const flight = h.fly(${start})`, answer: code`flight.answer`, attempts: 'flight.launched', admitted: code`attempt.admit()`,
  resolve: (value) => code`attempt.resolve(${value})`, reject: (failure) => code`attempt.reject(${failure})`, scope: code`attempt`, verdict: 'flight.verdict', tells: (verdict) => code`attempt.verdict = ${verdict}`,
})
const admits = (name: string, more: object = {}): Say => () => ({
  kind: 'admits', permit: { name, none: '-1' }, acquire: code`${name}s.take()`, refused: (value) => code`${value} < 0`, rejection: code`${name}s.no()`,
  succeed: code`${name}s.ok(${name})`, fail: (failure) => code`${name}s.bad(${name}, ${failure})`, drop: code`${name}s.drop(${name})`, ...more,
})
const retry: Say = () => ({
  kind: 'repeats', attempts: 'n', ready: code`r.ready()`, begin: code`let n = 0`, failed: (failure, giveUp) => code`if (stop(++n, ${failure})) ${giveUp}`,
  judged: (outcome) => code`if (after(${outcome})) break`,
  around: { begin: code`r.start()`, again: (failure, attempt, giveUp) => code`again(${failure}, ${attempt}${giveUp && `, ${giveUp.lines[0]}`})` },
})
const fallback: Say = () => ({ kind: 'answers', answer: (failure, attempts) => code`answer(${failure}, ${attempts})` })

function weave(...frames: Say[][]) {
  const asks = frames.map((layers) => layers.map((say): Ask => (scope) => ({ layer: say(scope), at: 0 })))
  const { before, after, succeed, depth, admitted, ...rest } = weaveCall(asks, undefined, { sync: false, at: 0, any: '', local: (word) => word, frame: () => 'frame', numbered: (word: string) => `${word}0`, use: (word) => word })
  const inside = [...admitted, { text: 'BODY', depth: 0, at: 0 }, ...succeed].map((line) => ({ ...line, depth: line.depth + depth }))
  return { ...rest, text: [...before, ...inside, ...after].map((line) => '  '.repeat(line.depth) + line.text) }
}

test('a race alone: the frame settles through it, and the function is plain', () => {
  const { text, plain, resolve, scope } = weave([timeout], [])
  expect(text).toEqual(['t.ready()', 'const race = t.open()', 'const frame = async () => {', '  try {', '    BODY', '  } catch (failure) {', '    return race.reject(failure)', '  }', '}', 'void frame()', 'return race.answer'])
  expect([plain, resolve!('x'), scope]).toEqual([true, 'race.resolve(x)', 'race.scope'])
})

test('what is around it is told of a success while nobody has answered, and of all else by the race', () => {
  const { text, outside } = weave([admits('a'), timeout], [])
  expect(text.slice(1, 4)).toEqual(['const a = as.take()', 'if (a < 0) return rejectedPromise(as.no())', 'const race = t.open(a)'])
  expect(text.filter((line) => line.includes('race.open)'))).toEqual(['    if (race.open) as.ok(a)'])
  expect(outside).toEqual(new Map([[0, { text: 'outside((failure, a) => as.bad(a, failure))', teller: undefined }]]))
})

test('several admissions: a refusal is handed back to those before it', () => {
  const { text } = weave([admits('a'), admits('b'), timeout], [])
  expect(text.slice(1, 5)).toEqual(['const a = as.take()', 'let b = -1, failure', 'if (a < 0) failure = as.no()', 'else if ((b = bs.take()) < 0) failure = bs.no()'])
  expect(text.slice(-5)).toEqual(['  return race.answer', '}', 'bs.bad(b, failure)', 'as.bad(a, failure)', 'return rejectedPromise(failure)'])
})

test('a retry and a fallback around it are a reaction', () => {
  expect(weave([retry, timeout], []).text.at(-1)).toBe('return attempt().then(undefined, (failure) => again(failure, attempt))')
  expect(weave([fallback, timeout], []).text.at(-1)).toBe('return race.answer.then(undefined, (failure) => answer(failure, 1))')
  expect(weave([fallback, retry, admits('a'), timeout], []).text.at(-1)).toBe('return attempt().then(undefined, (failure) => again(failure, attempt, (failure, n) => answer(failure, n)))')
  expect(weave([fallback, hedge], []).text.at(-1)).toBe('return flight.answer.then(undefined, (failure) => answer(failure, flight.launched))')
})

test('a retry inside of it is an ordinary loop', () => {
  const { text, plain } = weave([timeout], [retry])
  expect(text.slice(0, 5)).toEqual(['t.ready()', 'r.ready()', 'const race = t.open()', 'const frame = async () => {', '  let n = 0'])
  expect(text).toContain('      if (stop(++n, failure)) return race.reject(failure)')
  expect(plain).toBe(true)
})

test('any other order awaits the answer', () => {
  for (const layers of [[admits('a'), retry, timeout], [admits('a', { awaits: true }), timeout], [retry, admits('a', { beside: ['1', '2', '3', '4', '5'] }), timeout], [admits('a'), hedge]]) {
    const { text, plain, outside } = weave(layers, [])
    expect([plain === true, outside.size]).toEqual([false, 0])
    expect(text.some((line) => /= await (?:race|flight)\.answer/.test(line))).toBe(true)
    expect(text.join('\n')).toMatch(/as\.ok\(a\)\n *return value/)
  }
})

test('each attempt of a hedge passes the layers inside by itself, and drops what it holds when it has lost', () => {
  const { text, plain } = weave([hedge], [admits('a'), timeout], [admits('b')])
  expect(plain).toBe(true)
  expect(text.slice(2, 7)).toEqual(['const frame = (attempt, now) => {', '  const a = as.take()', '  if (a < 0) return attempt.reject(as.no())', '  const race = t.open(a, attempt, now, attempt)', '  const frame = async () => {'])
  expect(text).toContain('      attempt.admit()')
  expect(text.join('\n')).toMatch(/if \(race\.scope\.lost\) bs\.drop\(b\)\n *else bs\.ok\(b\)\n *if \(race\.open\) \{\n *if \(attempt\.lost\) as\.drop\(a\)\n *else as\.ok\(a\)\n *\}/)
  expect(weave([hedge], [admits('a')]).text[1]).toBe('const frame = async (attempt) => {')
})
