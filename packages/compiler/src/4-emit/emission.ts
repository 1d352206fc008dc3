// What the parts of the emitter share while one file is emitted.
import type { Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import { pathTo } from '../3-plan/body/walk.ts'
import type { Rooms } from '../3-plan/index.ts'
import type { Stand } from '../site.ts'
import { Edits, type Piece } from './edits.ts'
import { commentsWithin } from './fold.ts'
import type { Layout, Line } from './lines.ts'
import { Names } from './names.ts'
import { Ranges, type Range } from './ranges.ts'

export class Emission {
  readonly edits = new Edits()
  readonly names: Names
  /** Ranges of text that goes with its sites. */
  readonly dropped = new Ranges()
  /** Those whose values have consts. */
  readonly stands = new Set<Stand>()
  /** The consts of values that are evaluated apart from the instances that are made with them. */
  readonly valueConsts = new Map<Node, string>()
  /** Parameters that nothing gives a type. */
  readonly untyped = new Set<Node>()
  /** `: any`, in TypeScript. */
  readonly any: string
  constructor(readonly tree: Tree, readonly rooms: Rooms, readonly pretty: boolean, /** Before a call that a bundler may leave out. */ readonly pure: string) {
    this.names = new Names(tree.code)
    this.any = tree.language.typescript ? ': any' : ''
  }

  /** Text goes with its site. */
  drop({ start, end }: Range): void { this.dropped.add(start, end) }

  get source(): string { return this.tree.code }

  pathTo(node: Node): Node[] { return pathTo(this.tree.program, node) }

  /** Whether nothing of a node is left: it stood in text that went, and in no piece of it that stands elsewhere now. */
  isGone({ start, end }: Node): boolean {
    const gone = this.dropped.width(start!, end!)
    return gone < Infinity && gone < this.edits.kept.width(start!, end!)
  }

  /** How text in the line of `offset` is laid out. */
  layoutAt(offset: number): Layout {
    const from = this.source.lastIndexOf('\n', offset - 1) + 1
    const base = /^[ \t]*/.exec(this.source.slice(from))![0]
    return { pretty: this.pretty, base, unit: base.startsWith('\t') ? '\t' : '  ' }
  }

  /** The line breaks of text that goes: in `lines` they stay. */
  breaks(start: number, end: number, at = start): Piece[] {
    const text = this.pretty ? '' : (this.source.slice(start, end).match(/\r?\n/g) ?? []).join('')
    return text === '' ? [] : [{ text, at }]
  }

  /** Where the first token at or behind an offset begins. */
  tokenAt = (offset: number): number => {
    const skip = (at: number) => at + /^\s*/.exec(this.source.slice(at))![0].length
    let at = skip(offset)
    for (let comment = this.#commentAt(at); comment; comment = this.#commentAt(at)) at = skip(comment.end)
    return at
  }

  /** The offset of a token behind `from`, comments skipped. */
  find = (token: string, from: number): number => {
    for (let at = this.source.indexOf(token, from); at >= 0; at = this.source.indexOf(token, at + 1)) {
      if (!this.#commentAt(at)) return at
    }
    throw new Error(`no ${token} behind ${from}`)
  }

  #commentAt(offset: number): Range | undefined { return commentsWithin(this.tree.file, offset, offset + 1)[0] }
}

export const line = (text: string, at: number, depth = 0): Line => ({ text, at, depth })
