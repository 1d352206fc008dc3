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

function commentsWithin({ comments }: Tree['file'], from: number, to: number): Range[] {
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

export function* foldedPart(source: string, from: number, to: number, { comments, quasis, ends }: Folding): Generator<{ text: string; at: number }> {
  let text = '', start = from
  for (let at = from; at < to;) {
    const comment = comments.find((range) => range.start === at)
    if (comment || /[\r\n]/.test(source[at]!)) {
      const inTemplate = !comment && quasis.some((range) => range.start <= at && at < range.end)
      if (text !== '') yield { text, at: start }
      const next = comment ? Math.min(comment.end, to) : inTemplate ? at + (source.startsWith('\r\n', at) ? 2 : 1) : at + /^\s+/.exec(source.slice(at))![0].length
      yield { text: inTemplate ? '\\n' : ' ', at }
      text = ''
      start = at = Math.min(next, to)
    } else text += source[at++]!
    if (ends.has(at) && at < to) {
      if (text !== '') yield { text, at: start }
      yield { text: ';', at: at - 1 }
      text = ''
      start = at
    }
  }
  if (text !== '') yield { text, at: start }
}
