// Where a site's consts stand: in front of the statement, so that every evaluation of the site has its own and nothing of the user's moves to another line.
import type { Node } from '@babel/types'
import type { Piece } from './edits.ts'
import type { Emission } from './emission.ts'
import type { Declaration } from './instances.ts'

export interface Standing {
  readonly statement: Node
  /** The statement list, and whose it is. */
  readonly list: readonly Node[]
  readonly holder: Node
  /** What is between the statement and the node. */
  readonly between: readonly Node[]
}

/** The statement of a statement list that a node stands in. */
export function statementOf(path: readonly Node[]): Standing | undefined {
  for (let i = path.length - 1; i > 0; i--) {
    const holder = path[i - 1]!
    const list = listOf(holder)
    if (list?.includes(path[i]!)) return { statement: path[i]!, list, holder, between: path.slice(i + 1, -1) }
  }
  return undefined
}

function listOf(holder: Node): readonly Node[] | undefined {
  switch (holder.type) {
    case 'Program': case 'BlockStatement': case 'StaticBlock': case 'TSModuleBlock': return holder.body
    case 'SwitchCase': return holder.consequent
    default: return undefined
  }
}

/** Declarations in front of a statement: behind the one before it, so that its comments stay with it. */
export function declareBefore({ statement, list, holder }: Standing, declarations: readonly Declaration[], emission: Emission): void {
  const before = list[list.indexOf(statement) - 1] ?? ('directives' in holder ? holder.directives?.at(-1) : undefined)
  if (before) return declareBehind(before.end!, declarations, emission, emission.layoutAt(statement.start!).base)
  const apart = goesOnAt(startOf(statement), emission) ? ';' : ''
  const end = emission.pretty ? `${apart}\n${emission.layoutAt(statement.start!).base}` : '; '
  emission.edits.before(startOf(statement), declarations.flatMap(({ pieces, at }): Piece[] => [...pieces, { text: end, at }]))
}

/** Behind the end of a statement. */
export function declareBehind(end: number, declarations: readonly Declaration[], emission: Emission, base: string): void {
  const { edits, pretty, source } = emission
  // there may be declarations of other sites at the same place: each ends as the statement does
  const isClosed = source[end - 1] === ';'
  const lead = (i: number) => (pretty ? `${i === 0 ? '\n' : ''}\n${base}` : isClosed ? ' ' : '; ')
  const goesOn = !/^[ \t]*\r?(?:\n|$)/.test(source.slice(end))
  const isLast = (i: number) => i === declarations.length - 1
  const apart = (i: number) => (isLast(i) && goesOnAt(end, emission) ? ';' : '')
  const trail = (i: number) => (pretty ? apart(i) + (goesOn && isLast(i) ? `\n${base}` : '') : isClosed || (goesOn && isLast(i)) ? ';' : apart(i))
  edits.after(end, declarations.flatMap(({ pieces, at }, i): Piece[] => [{ text: lead(i), at }, ...pieces, { text: trail(i), at }]))
}

/** Whether the next token would go on with a statement that only a line break ends. */
const goesOnAt = (offset: number, { source, tokenAt }: Emission): boolean => /^[[(`+\-/*]/.test(source.slice(tokenAt(offset)).slice(0, 1))

/** A decorated class begins with its decorators, wherever `export` stands. */
function startOf(statement: Node): number {
  const declaration = 'declaration' in statement && statement.declaration ? (statement.declaration as Node) : statement
  const first = 'decorators' in declaration ? (declaration.decorators as Node[] | null | undefined)?.[0] : undefined
  return Math.min(statement.start!, first?.start ?? Infinity)
}
