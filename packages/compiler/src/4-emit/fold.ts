// The user's own text on one line, for text that moves: in `lines` layout nothing may shift what stands behind it. Comments go, line breaks become spaces, and
// where only a line break ended a statement there is a semicolon.
import type { Node } from '@babel/types'
import { eachChildWithin } from '../1-parse/children.ts'
import type { Tree } from '../1-parse/parse.ts'
import type { Range } from './ranges.ts'

export interface Folding {
  readonly comments: readonly Range[]
  /** Text of templates. */
  readonly quasis: readonly Range[]
  /** Strings that go on on another line. */
  readonly strings: readonly Range[]
  /** Ends of statements and members that have no semicolon or comma of their own. */
  readonly ends: ReadonlySet<number>
}

const ENDED = new Set([
  'ExpressionStatement', 'VariableDeclaration', 'ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement', 'DebuggerStatement', 'DoWhileStatement', 'Directive',
  'ClassProperty', 'ClassPrivateProperty', 'ClassAccessorProperty', 'TSDeclareMethod', 'TSDeclareFunction', 'TSTypeAliasDeclaration',
  'TSPropertySignature', 'TSMethodSignature', 'TSIndexSignature', 'TSCallSignatureDeclaration', 'TSConstructSignatureDeclaration',
])

/** What matters of the text between `from` and `to`. */
export function foldingOf({ file, program, code }: Tree, from: number, to: number): Folding {
  const quasis: Range[] = [], strings: Range[] = []
  const ends = new Set<number>()
  const visit = (node: Node, inHead: boolean) => {
    if (node.type === 'TemplateElement') quasis.push({ start: node.start!, end: node.end! })
    if (node.type === 'StringLiteral' && code.slice(node.start!, node.end!).includes('\n')) strings.push({ start: node.start!, end: node.end! })
    if (!inHead && ENDED.has(node.type) && !/[;,]/.test(code[node.end! - 1]!)) ends.add(node.end!)
    eachChildWithin(node, from, to, (child, key) => visit(child, node.type.startsWith('For') && key !== 'body'))
  }
  visit(program, false)
  return { comments: commentsWithin(file, from, to), quasis, strings, ends }
}

export function commentsWithin({ comments }: Tree['file'], from: number, to: number): Range[] {
  const all = comments ?? []
  let low = 0, high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]!.end! <= from) low = middle + 1
    else high = middle
  }
  const found: Range[] = []
  for (let i = low; i < all.length && all[i]!.start! < to; i++) found.push({ start: all[i]!.start!, end: all[i]!.end! })
  return found
}

/** The text as it is, and what comes in place of comments and line breaks. `isOpen`: a statement that ends at `from` isn't ended yet. */
export function foldedPart(source: string, from: number, to: number, { comments, quasis, ends }: Folding, isOpen: boolean): readonly { readonly text: string; readonly at: number }[] {
  const parts: { text: string; at: number }[] = []
  let start = from
  const upTo = (at: number) => { if (at > start) parts.push({ text: source.slice(start, at), at: start }) }
  for (const at of stopsIn(source, from, to, comments, ends)) {
    if (at < start) continue
    const comment = comments.find((range) => range.start === at)
    const isBreak = !comment && /[\r\n]/.test(source[at]!)
    const inTemplate = isBreak && quasis.some((range) => range.start <= at && at < range.end)
    // a text goes on in the next line
    const goesOn = inTemplate && isEscaped(source, at)
    upTo(goesOn ? at - 1 : at)
    start = at
    if ((at > from || isOpen) && ends.has(at)) parts.push({ text: ';', at: at - 1 })
    if (!comment && !isBreak) continue
    const next = comment ? comment.end : inTemplate ? at + (source.startsWith('\r\n', at) ? 2 : 1) : at + /^\s+/.exec(source.slice(at))![0].length
    if (!goesOn) parts.push({ text: inTemplate ? '\\n' : ' ', at })
    start = Math.min(next, to)
  }
  upTo(to)
  return parts
}

function isEscaped(source: string, at: number): boolean {
  let from = at
  while (source[from - 1] === '\\') from--
  return (at - from) % 2 === 1
}

/** Where it isn't just the next character of the text that comes. */
function stopsIn(source: string, from: number, to: number, comments: readonly Range[], ends: ReadonlySet<number>): number[] {
  const breaks = [...source.slice(from, to).matchAll(/[\r\n]/g)].map(({ index }) => from + index)
  const stops = new Set([...comments.map(({ start }) => start), ...breaks, ...ends])
  return [...stops].filter((at) => from <= at && at < to).sort((a, b) => a - b)
}
