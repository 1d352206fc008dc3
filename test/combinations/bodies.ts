// What bodies are made of. `a` and `b` are their parameters; `note` writes into the trace; `io` and `aio` write, and may fail. Comments and line breaks are part of it.

/** What a piece takes from the place where it stands. */
export type Need = 'await' | 'this' | 'super' | 'private' | 'arguments' | 'function'
/** A function that waits, one that hands promises on, one that does neither. */
export type Kind = 'async' | 'promise' | 'sync'

export interface Piece {
  readonly title: string
  readonly text: string
  readonly needs: readonly Need[]
  /** Only as the first of a body. */
  readonly first?: true
  /** Doesn't give a promise where that is asked for. */
  readonly only?: readonly Kind[]
}

const piece = (title: string, text: string, ...needs: Need[]): Piece => ({ title, text: text.replace(/^\n|\n$/g, ''), needs })
const first = (title: string, text: string, ...needs: Need[]): Piece => ({ ...piece(title, text, ...needs), first: true })

/** Statements that come before the end. */
export const PIECES: readonly Piece[] = [
  piece('nothing', ''),
  piece('a call', `note('a', a, b)`),
  piece('a const', `const x = io('x', a)\nnote('x is', x)`),
  piece('an await', `const y = await aio('y', b)\nnote('y is', y)`, 'await'),
  piece('assigned parameters', `a = [a, 'again']\nb ??= 'unset'\nnote('assigned', a, b, io('after', 1))`),
  piece('parameters that change places', `;[a, b] = [b, a];\n({ a, b } = { a: b, b: a })\nnote('swapped', a, b)\nio('swap')`),
  piece('a counted parameter', `b = Number(b ?? 0)\nb++\n--b, b += 2\nnote('counted', b, io('count', b))`),
  piece('a parameter that is closed over', `const seen = () => [a, b]\nnote('seen', seen())\na = io('next', 'other')\nnote('seen', seen())`),
  piece('state of a closure', `let n = 0\nconst up = () => ++n\nup()\nio('between')\nup()\nnote('n', n)`),
  piece('a var', `note('var', typeof v)\nvar v = (v ?? 0) + 1\nif (v) { var w = v }\nnote('vars', v, w, io('var'))`),
  piece('a var in a loop', `for (var i = 0, each = []; i < 3; i++) each.push(() => i)\nnote('each', each.map((f) => f()), io('loop'))`),
  piece('closures of a loop', `const fs = []\nfor (let i = 0; i < 2; i++) { fs.push(() => i); io('turn', i) }\nnote('fs', fs.map((f) => f()))`),
  piece('labels', `outer: for (const i of [1, 2, 3]) {\n  for (const j of [1, 2]) {\n    if (j === 2) continue outer\n    if (i === 3) break outer\n    io('label', [i, j])\n  }\n}`),
  piece('a labelled block', `block: {\n  note('in')\n  if (io('leave', true)) break block\n  note('never')\n}`),
  piece('try and catch', `try { io('tried', a) } catch (e) { note('caught', e) } finally { note('finally') }`),
  piece('an await in try', `try {\n  await aio('tried', a)\n} catch {\n  note('caught')\n} finally {\n  await aio('at last')\n}`, 'await'),
  piece('a failure in finally', `try { note('try') } finally { io('finally fails') }`),
  piece('switch', `switch (io('which', 1)) {\n  case 0: note('zero')\n  case 1: let s = 'one'; note(s)\n  case 2: { note('two'); break }\n  default: note('default')\n}`),
  piece('a generator', `function* some() { try { yield io('gen', 1); yield 2; return 3 } finally { note('closed') } }\nfor (const v of some()) { note('v', v); break }\nnote('all', [...some()])`),
  piece('an async generator', `async function* some() { try { yield await aio('gen', 1); yield 2 } finally { note('closed') } }\nfor await (const v of some()) { note('v', v); if (v === 2) break }`, 'await'),
  piece('an iterator that is closed', `for (const row of rows('rows', 3)) {\n  if (row === 1) break\n  note('row', row)\n}\nconst [top, ...more] = rows('spread', 2)\nnote('top', top, more)`),
  piece('optional chains', `note('chain', a?.b?.c?.(io('never')), (a as any)?.['x']?.y, b?.valueOf?.())`),
  piece('shadowed parameter', `{\n  const a = io('inner', 'inner a')\n  note('a', a)\n}\nnote('a', a)`),
  piece('shadowed globals', `const Promise = 'p', Error = io('e', 'own'), setTimeout = 3, Symbol = 4, undefined_ = void 0\nnote('own', Promise, Error, setTimeout, Symbol, undefined_)`),
  piece('names like generated ones', `let r4c$failure = io('f', 1), r4c$value = 2, r4c$error = 3, r4c$attempts = 4, r4c$result = 5\nr4c$attempts++\nnote('own', r4c$failure, r4c$value, r4c$error, r4c$attempts, r4c$result)`),
  piece('names of ours', `const resilient = io('r', 1), Retry = 2, retry = 3, realm = 4\nnote('own', resilient, Retry, retry, realm)`),
  piece('templates', 'note(`t ${io(\'t\', `n ${typeof a}`)} \\u0041\n  and a line ${`${typeof b}` + `\n`} $ {} `)\nnote(String.raw`\\n${typeof a}\\u`)'),
  piece('comments', `// return 1 { \n/* } return */ note(/* a */ 'c' /* b */, a) // note()\n/**\n * } \`\n */\nio('comments') /* */`),
  piece('missing semicolons', `const list = [1, 2]\n;[a] = list\n;(() => note('asi', a))()\nlet q = 1\n++q\nnote('q', q)\nio('asi')`),
  piece('divisions and patterns', `const re = /[/}]\\/*return/g, d = 8 / 2 / 2\nnote('re', re.test('}/return'), re.lastIndex, d, io('re'))`),
  piece('an inner function', `function inner(a) { if (a) { return [typeof this, arguments.length, a] } return 'none' }\nnote('inner', inner(1), inner(), inner.name, inner.length, io('i'))`),
  piece('functions called before they stand there', `note('hoisted', typeof late, late())\nfunction late() { return io('late', 'l') }`),
  piece('a function of a name twice', `{ function same() { return 1 } note('same', same()) }\nfunction same() { return io('same', 2) }\nnote('same', same())`),
  piece('inner arrows that wait', `const wait = async (x) => { try { return await aio('w', x) } finally { note('waited', x) } }\nnote('both', await wait(1), await wait(2))`, 'await'),
  piece('awaits in odd places', `const { [await aio('key', 'k')]: z = await aio('z', 5) } = { k: undefined }\nif ((await aio('l', 1)) + (await aio('r', 2)) > 2 && (await aio('f', (x) => x))(await aio('arg', true))) note(\`z \${await aio('in', z)}\`)`, 'await'),
  piece('an await at the head of a loop', `for (const k of await aio('ks', [1, 2])) note('k', k)\nfor (let i = await aio('i', 0); i < await aio('end', 2); i += 1) note('i', i)`, 'await'),
  piece('a class of its own', `class Own { static #n = io('static', 1); static { note('block', this.#n) } get n() { return Own.#n } [io('key', 'k')]() { return typeof this } }\nnote('own', new Own().n, new Own().k(), Own.name)`),
  piece('dead zones', `try { note(zone) } catch (e) { note('zone', e.name) }\nlet zone = io('zone', 1)\nnote('zone', zone)`),
  piece('do and while', `let turns = 0\ndo { if (turns === 1) continue; io('do', turns) } while (++turns < 2)\nwhile (turns-- > 0) note('while', turns)\nfor (;;) { note('once'); break }\nfor (const k in { p: 1, q: 2 }) note('k', k)`),
  piece('operators', `note('ops', void 0, typeof a, 2 ** 3 ** 1, !a, -(-1), (1, 2), 'p' in { p: 1 }, [] instanceof Array, io('op', 1) || 2, null ?? 3)\nlet l = null\nl ||= io('l', 4); l &&= 5\nconst gone = { l }\nnote('l', l, delete gone.l, gone)`),
  piece('patterns', `const { p = io('p', 1), q: { r: [, s = 2] = [0] } = {}, ...left } = { q: { r: [1] }, t: 3 }\nnote('pattern', p, s, left)`),
  piece('an if without braces', `if (io('if', a)) note('yes'); else note('no')\nif (b) ; else note('else')`),
  piece('a throw in the middle', `if (io('whether', a === 'thrown')) throw new TypeError('thrown')`),
  piece('a type', `type Row = { n: number; f(): void }\ninterface Shape { readonly a?: Row }\nenum Level { low = 1, high }\nconst row = <T,>(x: T): T => x!\nnote('types', row<Row | string>('x') as string, Level.high, Level[1], ({} satisfies Shape), io('ty'))`),
  piece('an accessor', `const made = { n: 1, get twice() { return this.n * 2 }, set twice(v) { note('set', v) }, async m() { return typeof super.toString }, [io('c', 'k')]: a, __proto__: null }\nmade.twice = 3\nnote('made', made.twice, made.k)`),
  piece('a direct eval', `note('eval', eval('typeof io'), io('eval'))`),
  piece('using', `{\n  using r = resource('r')\n  note('uses', r.name, io('use'))\n}`),
  piece('await using', `{\n  await using r = resource('ar')\n  note('uses', r.name)\n  await aio('use')\n}`, 'await'),
  piece('promises side by side', `const [p1, p2] = await Promise.all([aio('p1', 1), aio('p2', 2)])\nnote('all', p1, p2)`, 'await'),
  piece('a rejection that is looked at', `const later = aio('later', 1).catch(() => {})\nnote('goes on', later instanceof Promise)`),
  piece('thenables', `note('thenable', await thenable('t', a))`, 'await'),
  piece('one line', `if (a) { note('one'); { let a = 1; note('line', a) } } else io('else'); io('one')`),
  piece('a string of another line', `note('string \\\n  goes on', 'and "\\'' + "'", io('s'))`),
  first('a directive', `'use strict'\nnote('strict', (function () { return this })())\nio('d')`),
  piece('its receiver', `note('this', this?.tag)\nconst arrow = () => this?.tag\nnote('arrow', arrow(), io('this'))\nif (this) this.count = (this.count ?? 0) + 1, note('count', this.count)`, 'this'),
  piece('super', `note('super', super.word(io('super', a)), super.level)\nsuper.level = 5\nconst up = () => super.word('arrow')\nnote('up', up())`, 'super'),
  piece('a private field', `this.#secret += 1\nnote('secret', this.#secret, #secret in this, io('private'))\n;({ s: this.#secret } = { s: this.#secret + 1 })`, 'private', 'this'),
  piece('an argument by its place', `note('arguments', arguments.length, arguments[0], arguments[2], (() => arguments[1])(), io('args'))`, 'arguments'),
  piece('arguments handed on', `note('arguments', [...arguments], Array.prototype.slice.call(arguments, 1), io('args'))`, 'arguments'),
  piece('arguments that are written', `arguments[0] = [arguments[0], 'w']\nnote('written', arguments[0], a, io('args'))`, 'arguments'),
  piece('new.target', `note('new.target', new.target, (() => new.target)(), io('nt'))`, 'function'),
]

const ends = (title: string, text: string, ...needs: Need[]): Piece => piece(title, text, ...needs)
const sync = (title: string, text: string, ...needs: Need[]): Piece => ({ ...piece(title, text, ...needs), only: ['async', 'sync'] })
/** Gives promises: not for a function that gives values. */
const later = (title: string, text: string, ...needs: Need[]): Piece => ({ ...piece(title, text, ...needs), only: ['async', 'promise'] })

/** How bodies end. */
export const ENDS: readonly Piece[] = [
  ends('a parameter', `return a`),
  ends('a call', `return io('end', a)`),
  ends('an await', `return await aio('end', b)`, 'await'),
  later('a promise', `return aio('end', b)`),
  ends('nothing', `io('end')`),
  ends('no value', `if (io('end', a)) return\nnote('goes on')\nreturn`),
  ends('two returns', `if (io('end', a)) return 1\nreturn io('other', 2)`),
  ends('returns without braces', `if (b) return 'b'\nelse if (a) return io('end', 'a')\nelse return`),
  ends('out of a try', `try { return io('end', 1) } finally { note('finally') }`),
  later('a promise out of a try', `try { return aio('end', 1) } catch (e) { note('not here', e) } finally { note('finally') }`),
  ends('an await out of a try', `try { return await aio('end', 1) } catch (e) { return note('caught', e), 'caught' } finally { note('finally') }`, 'await'),
  ends('out of a catch', `try { throw io('end', 'x') } catch (e) { return note('c', e), e?.message ?? e }`),
  ends('finally has the last word', `try { return io('end', 1) } finally { return 'finally' }`),
  ends('a finally that fails', `try { return 'value' } finally { io('finally') }`),
  ends('a finally that waits', `try { return io('value', 1) } finally { await aio('wait'); note('then') }`, 'await'),
  ends('finally breaks out', `for (const i of [1]) { try { return io('end', 1) } finally { break } }\nreturn 'after'`),
  ends('nested finally', `try { try { return io('in', 1) } finally { note('inner') } } catch (e) { return note('outer', e), 'outer' } finally { note('last') }`),
  ends('a value computed before finally', `let last = 1\ntry { return io('v', last) } finally { last = 2; note('v', last) }`),
  ends('out of for…of', `for (const row of rows('rows', 3)) { if (row === 1) return io('end', row); note('row', row) }\nreturn 'none'`),
  ends('out of for await', `for await (const row of rows('rows', 3)) { if (row === 1) return row; note('row', row) }\nreturn 'none'`, 'await'),
  later('a promise out of for…of', `for (const row of rows('rows', 2)) return aio('end', row)\nreturn 'none'`),
  ends('out of nested loops', `outer: for (let i = 0; ; i++) {\n  for (const j of [0, 1]) {\n    if (i === 1 && j === 1) return io('end', [i, j])\n    if (j > i) continue outer\n  }\n}`),
  ends('out of a switch', `switch (io('end', a)) { case undefined: return 'u'; case null: break; default: return a }\nreturn 'below'`),
  ends('out of do', `do { if (io('end', a)) return 'in'; note('do') } while (false)`),
  ends('out of a label', `where: { if (!io('end', a)) break where; return 'inside' }\nreturn 'outside'`),
  later('a thenable', `return thenable('end', a)`),
  later('a thenable out of a try', `try { return thenable('end', a) } catch (e) { note('not here', e) } finally { note('finally') }`),
  ends('an object', `return {\n  a, // then\n  b: io('end', b), ['c']: 1,\n}`),
  ends('an object in parentheses', `return (\n  // of what\n  { a, ...{ x: io('end', 1) } }\n)`),
  ends('a line break behind return', `if (io('end', a)) return\n;(() => note('never'))()`),
  ends('a throw', `throw new RangeError(String(io('end', a)))`),
  ends('a value thrown', `io('end')\nthrow b`),
  sync('a comma', `return note('first'), io('end', 'second')`),
  later('a choice', `return io('end', a) ? aio('left', 1) : b`),
  ends('a function', `let calls = 0\nio('end')\nreturn () => [a, b, ++calls]`),
  ends('a class', `io('end')\nreturn class Made { static tag = 'made'; m() { return a } }`),
  ends('a template', 'return `${typeof io(\'end\', a)}\n  ${typeof b}`'),
  ends('an operation', `return typeof io('end', a) + -1 + (b ? 'b' : 'n') + (a === b)`),
  ends('a const', `const ending = [io('end', a)]\nreturn ending`),
  later('a rejected promise', `io('end')\nreturn Promise.reject(new Error('rejected'))`),
  later('a promise of a promise', `return Promise.resolve().then(() => aio('end', a))`),
  ends('under using', `using held = resource('r')\nreturn io('end', held.name)`),
  later('a promise under using', `using held = resource('r')\nreturn aio('end', held.name)`),
  ends('under await using', `await using held = resource('ar')\nreturn await aio('end', held.name)`, 'await'),
  ends('an array', `return [\n  a, , ...[io('end', b)]\n] as any[]`),
  ends('many lines', `return io(\n  'end',\n  a\n    ?? b,\n) // and a comment`),
  ends('an inner return', `const one = function () { return 'inner' }, two = () => { return one() }\nreturn io('end', two())`),
  ends('out of an endless loop', `let turn = 0\nwhile (true) { if (turn++ > 1) return io('end', turn) }`),
  ends('a thing of its receiver', `return [this?.tag, io('end')]`, 'this'),
  ends('the receiver itself', `io('end')\nreturn this`, 'this'),
  ends('what super gives', `return super.word(io('end', a))`, 'super'),
  ends('a private value', `return io('end', this.#secret++)`, 'private', 'this'),
  ends('an argument', `return io('end', arguments[1])`, 'arguments'),
]

/** Bodies of arrows that are expressions. */
export const EXPRESSIONS: readonly Piece[] = [
  ends('a parameter', `a`),
  ends('a call', `io('end', a)`),
  later('a promise', `aio('end', b)`),
  ends('an await', `await aio('end', a)`, 'await'),
  later('a comma', `(note('first'), aio('end', [a, b]))`),
  ends('an object', `({ a, b: io('end', b) })`),
  ends('an object with a comment', `( /* of what */ { a, // a\n  c: io('end') } )`),
  later('a choice', `a\n  ? aio('left', b)\n  : io('right', b)`),
  ends('a template', '`${typeof io(\'end\', a)} \n ${typeof b}`'),
  ends('an assignment', `(a = io('end', b), [a, b])`),
  ends('an arrow', `(io('end'), () => [a, b])`),
  ends('a list', `[a, , ...[io('end', b)]]`),
  ends('awaits', `[await aio('l', a), { [await aio('k', 'k')]: await aio('r', b) }]`, 'await'),
  later('a thenable', `thenable('end', a)`),
  ends('a cast', `(io('end', a) as any)!`),
  ends('a function', `function () { return [typeof this, a, io('end')] }`),
  ends('a thing of its receiver', `[this?.tag, io('end')]`, 'this'),
  ends('what super gives', `super.word(io('end', a))`, 'super'),
  ends('a private value', `io('end', this.#secret++)`, 'private', 'this'),
]
