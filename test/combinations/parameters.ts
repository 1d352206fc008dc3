// Lists of parameters that bind `a` and `b`, with what they are called with.
import type { Need } from './bodies.ts'

export interface Parameters {
  readonly title: string
  readonly text: string
  readonly calledWith: string
  readonly needs: readonly Need[]
  /** In front of the body, where the list binds nothing. */
  readonly binds?: string
  /** Identifiers and nothing else. */
  readonly plain?: true
}

const parameters = (title: string, text: string, calledWith: string, ...needs: Need[]): Parameters => ({ title, text, calledWith, needs })
const plain = (title: string, text: string, calledWith: string): Parameters => ({ title, text, calledWith, needs: [], plain: true })

export const PARAMETERS: readonly Parameters[] = [
  plain('two', 'a, b', `1, 'two', 3`),
  plain('two with types', 'a: any, b?: any', `'one', undefined`),
  plain('none given', 'a?: any, b?: any', ``),
  plain('over some lines', '\n  a, // the first\n  b,\n', `{ deep: 1 }, [2]`),
  { title: 'none', text: '', calledWith: `1, 2`, needs: [], binds: `let a: any = io('own a', 'A'), b: any = 'B'` },
  parameters('a default', `a, b = io('default', 2)`, `1`),
  parameters('a default of another', `a: any, b: any = [a]`, `'x', undefined, 3`),
  parameters('a default that is given', `a = io('not asked'), b: any = 2`, `0, null`),
  parameters('a default that closes over', `a, b = () => a`, `1`),
  parameters('a default that waits', `a, b = aio('early', 3)`, `1`),
  parameters('a pattern', `{ a, x: { b } = { b: io('deep', 5) } }: any`, `{ a: 1, get x() { return note('read x'), undefined } }`),
  parameters('a list', `[a, b = io('second', 2), ...others]: any`, `rows('args', 1)`),
  parameters('patterns with defaults', `{ a = io('a', 1), ...others }: any = {}, [b]: any = [Object.keys(others)]`, `{ z: 1 }`),
  parameters('a computed key', `{ [io('key', 'k')]: a }: any, b`, `{ k: 'v' }, 2`),
  parameters('a rest', `a, ...b`, `1, 2, 3`),
  parameters('a rest that is a pattern', `a, ...[b, { length } = []]`, `1, 2`),
  parameters('a default of its receiver', `a, b = this?.tag`, `1`, 'this'),
  parameters('a default of super', `a = super.word('d'), b = () => super.word('later')`, ``, 'super'),
  parameters('a default of arguments', `a, b = arguments.length`, `1, undefined, 3`, 'arguments'),
  parameters('a default that is a class', `a, b = class { static tag = io('cls', 't') }`, `1`),
  parameters('a default over some lines', `a, b = [\n  1, // one\n  io('two', 2)\n]`, `1`),
]
