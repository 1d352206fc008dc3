// As much of a lexer as it takes to find where a function ends: comments, texts and regular expressions are told from code, and brackets are matched. Where a
// token and the two before it don't say what a slash is, it gives up: `isLost`. The parser then has the whole file to itself.
import {
  ARROW, AT, BACKSLASH, BACKTICK, BANG, begins, BLANK, BRACE, BRACKET, CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN, DIGIT, DOLLAR, DOT, END, EQUALS, GREATER, LINE_FEED, LITERAL, MINUS, NAME,
  PAREN, PLUS, QUOTE, SLASH, SPACE, STAR, WORD,
} from './characters.ts'
import { endOfBlock, endOfExpression, endOfLine, endOfNumber, endOfString, endOfWord, firstOf } from './ends.ts'

/** Behind these stands no division. */
const OPERATORS = new Set(['return', 'typeof', 'instanceof', 'in', 'new', 'delete', 'void', 'throw', 'case', 'do', 'else'])
/** Behind these either may stand, as they may be names. */
const EITHER = new Set(['of', 'yield', 'await', 'default', 'extends', 'as', 'satisfies', 'break', 'continue', 'debugger', 'let'])
const CONTROL = new Set(['if', 'while', 'for', 'with'])

/** What a parenthesis belongs to: `if (…)` and its like; `await (…)`, which may be a loop's; anything else. */
type Head = typeof CONTROLS | typeof AWAITS | typeof OTHER
const CONTROLS = 0, AWAITS = 1, OTHER = 2
/** How these words end. */
const HEAD_ENDS = /if$|for|ile|ith|ait/
/** Brackets, and what may hide some. */
const STOPS = /[(){}[\]"'`/@\\]/g
const IN_TEMPLATE = /[`\\$]/g

interface Token { kind: number; start: number; end: number }

/** Where a lexer is. */
export interface Place { readonly at: number; readonly kind: number; readonly start: number; readonly lastMark: number }

export class Lexer {
  /** The token. */
  kind = END
  start = 0
  /** Behind it. */
  at = 0
  /** How many line breaks stand in front of it. */
  breaks = 0
  /** Where the last `@` stands. */
  lastMark = -1
  isLost = false
  #before: Token = { kind: END, start: 0, end: 0 }
  #earlier: Token = { kind: END, start: 0, end: 0 }
  readonly #open: Head[] = []
  /** What the last `)` has closed. */
  #closed: Head = OTHER

  constructor(readonly code: string) {
    if (code.startsWith('#!')) this.at = endOfLine(code, 0)
  }

  /** The kind of the token in front of this one. */
  get before(): number { return this.#before.kind }

  /** Where that token ends. */
  get endBefore(): number { return this.#before.end }

  /** That token, if it is a word. */
  get wordBefore(): string { return this.#before.kind === WORD ? this.#textOf(this.#before) : '' }

  is(word: string): boolean { return this.kind === WORD && this.at - this.start === word.length && this.code.startsWith(word, this.start) }

  get place(): Place { return { at: this.at, kind: this.kind, start: this.start, lastMark: this.lastMark } }

  /** Back to where it has been, within the same brackets. */
  return(place: Place): void { Object.assign(this, place) }

  next(): number {
    this.#remember()
    const { code } = this
    let breaks = 0
    while (this.at < code.length && !this.isLost) {
      const c = code.charCodeAt(this.at)
      const kind = c === BLANK ? SPACE : begins(c)
      if (kind === SPACE) {
        if (c === LINE_FEED) breaks++
        this.at++
      } else {
        const behind = c === SLASH ? this.#comment(this.at) : -1
        if (behind < 0) return this.#token(c, kind, breaks)
        this.at = behind
      }
    }
    this.start = this.at
    return (this.kind = END)
  }

  /** On to the bracket that closes the one that the token opens. */
  close(): void {
    const closing: number[] = []
    for (; this.kind !== END; this.#bracket()) {
      const { kind } = this
      if (kind === PAREN) closing.push(CLOSE_PAREN)
      else if (kind === BRACE) closing.push(CLOSE_BRACE)
      else if (kind === BRACKET) closing.push(CLOSE_BRACKET)
      else if (closing.pop() !== kind) break
      if (closing.length === 0) return
    }
    this.#lose()
  }

  /** On to the next bracket. What is between is read as tokens only where it says what a slash or a parenthesis is. */
  #bracket(): void {
    const { code } = this
    for (let at = firstOf(STOPS, code, this.at); at >= 0 && !this.isLost;) {
      const c = code.charCodeAt(at)
      let from = c === AT ? (this.lastMark = at) + 1 : c === SLASH ? this.#comment(at) : -1
      if (from < 0) {
        if (c === SLASH || (c === PAREN && this.#mayBeHead(at))) while (this.start < at && this.next() !== END);
        else this.#stand(at, c)
        if (this.kind !== LITERAL && this.kind !== SLASH) return
        from = this.at
      }
      at = firstOf(STOPS, code, from)
    }
    this.kind = END
  }

  /** On a bracket or a text. */
  #stand(at: number, c: number): void {
    this.at = at
    const kind = begins(c) === QUOTE ? this.#to(endOfString(this.code, at), LITERAL) : this.#punctuator(c, OTHER)
    this.start = at
    this.kind = this.isLost ? END : kind
  }

  /** Whether there can be a word of weight in front of a parenthesis. */
  #mayBeHead(at: number): boolean {
    const c = this.code.charCodeAt(at - 1)
    return begins(c) === SPACE || c === SLASH || HEAD_ENDS.test(this.code.slice(at - 3, at))
  }

  #token(c: number, kind: number, breaks: number): number {
    const start = this.at
    const { code } = this
    const found = kind === NAME ? this.#to(endOfWord(code, start), WORD) : kind === DIGIT ? this.#to(endOfNumber(code, start), LITERAL) : kind === QUOTE ? this.#to(endOfString(code, start), LITERAL) : this.#punctuator(c)
    this.start = start
    this.breaks = breaks
    return (this.kind = this.isLost ? END : found)
  }

  #remember(): void {
    const token = this.#earlier
    this.#earlier = this.#before
    this.#before = token
    token.kind = this.kind
    token.start = this.start
    token.end = this.at
  }

  #lose(): number {
    this.isLost = true
    return END
  }

  /** Behind a comment; -1 where there is none. */
  #comment(at: number): number {
    const next = this.code.charCodeAt(at + 1)
    if (next === SLASH) return endOfLine(this.code, at)
    if (next !== STAR) return -1
    const end = endOfBlock(this.code, at)
    if (end < 0) this.#lose()
    return end < 0 ? this.code.length : end
  }

  /** Behind what ends there. */
  #to(end: number, kind: number): number {
    if (end < 0) return this.#lose()
    this.at = end
    return kind
  }

  /** With what stands in it. */
  #template(): number {
    const { code } = this
    for (let at = firstOf(IN_TEMPLATE, code, this.at + 1); at >= 0;) {
      const c = code.charCodeAt(at)
      if (c === BACKTICK) return this.#to(at + 1, LITERAL)
      const isHole = c === DOLLAR && code.charCodeAt(at + 1) === BRACE
      if (isHole) {
        this.kind = BRACE
        this.at = at + 2
        this.close()
        if (this.isLost) break
      }
      at = firstOf(IN_TEMPLATE, code, isHole ? this.at : at + (c === BACKSLASH ? 2 : 1))
    }
    return this.#lose()
  }

  /** `head`: what a parenthesis belongs to, where that is known. */
  #punctuator(c: number, head?: Head): number {
    if (c === SLASH) return this.#isExpression() ? this.#to(endOfExpression(this.code, this.at), LITERAL) : this.#to(this.at + 1, SLASH)
    if (c === BACKTICK) return this.#template()
    if (c === BACKSLASH) return this.#lose()
    this.at++
    if (c === EQUALS && this.code.charCodeAt(this.at) === GREATER) return this.at++, ARROW
    if (c === AT) this.lastMark = this.at - 1
    else if (c === PAREN) this.#open.push(head ?? this.#head())
    else if (c === CLOSE_PAREN) this.#closed = this.#open.pop() ?? OTHER
    return c
  }

  #head(): Head {
    const word = this.#earlier.kind === DOT ? '' : this.wordBefore
    return CONTROL.has(word) ? CONTROLS : word === 'await' ? AWAITS : OTHER
  }

  /** Whether a slash begins a regular expression, and divides nothing. */
  #isExpression(): boolean {
    switch (this.#before.kind) {
      case LITERAL: case CLOSE_BRACKET: return false
      case CLOSE_PAREN: return this.#closed === AWAITS ? this.#unsure() : this.#closed === CONTROLS
      case WORD: {
        const word = this.#earlier.kind === DOT ? '' : this.wordBefore
        return EITHER.has(word) ? this.#unsure() : OPERATORS.has(word)
      }
      case CLOSE_BRACE: case GREATER: case DOT: return this.#unsure()
      // TypeScript's, behind a value
      case BANG: return this.#isOperand(this.#earlier) ? this.#unsure() : true
      case PLUS: case MINUS: return this.#earlier.kind === this.#before.kind ? this.#unsure() : true
      default: return true
    }
  }

  #unsure(): boolean {
    this.#lose()
    return false
  }

  #isOperand(token: Token): boolean {
    if (token.kind === WORD) return !OPERATORS.has(this.#textOf(token))
    return token.kind === LITERAL || token.kind === CLOSE_PAREN || token.kind === CLOSE_BRACKET || token.kind === CLOSE_BRACE
  }

  #textOf({ start, end }: Token): string { return this.code.slice(start, end) }
}
