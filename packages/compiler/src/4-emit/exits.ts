// How a body that stands in place is left: what its own `return`s become. A value that could be a thenable is asked once (`pending`), and only then awaited;
// what is behind a success runs before the value leaves.
import type { Node, ReturnStatement } from '@babel/types'
import { isAnonymous } from '../3-plan/body/anonymous.ts'
import type { Mode } from '../site.ts'
import { line } from './emission.ts'
import type { Line } from './lines.ts'

export type Style =
  /** Nothing is to do at a return. */
  | 'kept'
  /** The only return is the last statement: the rest follows it. */
  | 'tail'
  /** Several, or inside something that is left with it: a labelled block, and the rest behind it. `finally`, iterators and `using` see what they see in the original. */
  | 'label'

export interface Leaving {
  readonly mode: Mode
  readonly maybe: boolean
  readonly result: string
  /** The label around the whole call, of a sync site whose value is looked at behind it. */
  readonly call: string
  readonly succeed: readonly Line[]
  /** In a frame that settles through a ticket: what it returns in place of a value. */
  readonly resolve: ((value: string) => string) | undefined
  /** At a site that is judged: a body ends with this in place of `return`, and doesn't leave. */
  readonly land: ((value: string) => string) | undefined
  readonly at: number
  readonly any: string
  local(word: string): string
  use(exported: string): string
}

/** Nothing is to do at a return. */
export const isKept = ({ maybe, succeed, resolve, land }: Leaving): boolean => !maybe && succeed.length === 0 && !resolve && !land

/** A ticket takes the value as it is. */
export const resolvesDirectly = ({ maybe, succeed, resolve, land }: Leaving): boolean => resolve !== undefined && !maybe && succeed.length === 0 && !land

export function styleOf(returns: readonly ReturnStatement[], last: Node | undefined, leaving: Leaving): Style {
  if (isKept(leaving)) return 'kept'
  return returns.length === 0 || (returns.length === 1 && returns[0] === last) ? 'tail' : 'label'
}

/** What stands behind `const r4c$result = …`. `declares`: more of the same declaration comes first, without its keyword. */
export function behind({ mode, maybe, result, call, succeed, resolve = (value) => value, land, at, any, local, use }: Leaving): { more: string; lines: Line[] } {
  if (land && (mode === 'sync' || !maybe)) return { more: '', lines: [line(land(result), at)] }
  if (mode === 'sync' && maybe) return { more: '', lines: [...succeed, line(`break ${call}`, at)] }
  if (!maybe) return { more: '', lines: [...succeed, line(`return ${resolve(result)}`, at)] }
  const wait = local('wait')
  const more = `, ${wait}${any} = ${use('pending')}(${result})`
  const settled = `${wait} ? await ${wait} : ${result}`
  if (land) return { more, lines: [line(land(settled), at)] }
  if (succeed.length === 0) return { more, lines: [line(`return ${resolve(settled)}`, at)] }
  const value = local('value')
  return { more, lines: [line(`const ${value}${any} = ${settled}`, at), ...succeed, line(`return ${resolve(value)}`, at)] }
}

/** Behind the end of a body, or a `return` without a value. */
export const fallsOff = ({ call, succeed, resolve, land, at }: Leaving, leaves = 'return'): Line[] =>
  land ? [line(land('undefined'), at)] : [...succeed, line(call ? `break ${call}` : resolve ? `return ${resolve('undefined')}` : leaves, at)]

/** Around a value that becomes a variable's: a comma would end the declaration, and a function or class without a name would get the variable's. */
export function brackets(value: Node | null | undefined): readonly [open: string, close: string] {
  if (value?.type === 'SequenceExpression' && !value.extra?.['parenthesized']) return ['(', ')']
  return value && isAnonymous(value) ? ['(0, ', ')'] : ['', '']
}
