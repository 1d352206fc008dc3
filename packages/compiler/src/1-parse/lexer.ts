// As much of a lexer as it takes to find where a function ends: comments, texts and regular expressions are told from code, and brackets are matched. Where a
// token and the two before it don't say what a slash is, it gives up: `isLost`. The parser then has the whole file to itself.
import {
  ARROW, AT, BACKSLASH, BACKTICK, BANG, begins, BRACE, BRACKET, CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN, DIGIT, DOLLAR, DOT, END, EQUALS, GREATER, LINE_FEED, LITERAL, MINUS, NAME,
  PAREN, PLUS, QUOTE, RETURN, SLASH, SPACE, STAR, WORD,
} from './characters.ts'

/** Behind these stands no division. */
const OPERATORS = new Set(['return', 'typeof', 'instanceof', 'in', 'new', 'delete', 'void', 'throw', 'case', 'do', 'else'])
/** Behind these either may stand, as they may be names. */
const EITHER = new Set(['of', 'yield', 'await', 'default', 'extends', 'as', 'satisfies', 'break', 'continue', 'debugger', 'let'])
const CONTROL = new Set(['if', 'while', 'for', 'with'])

/** What a parenthesis belongs to: `if (…)` and its like; `await (…)`, which may be a loop's; anything else. */
type Head = typeof CONTROLS | typeof AWAITS | typeof OTHER
const CONTROLS = 0, AWAITS = 1, OTHER = 2
const LINE_END = /[\r\n\u2028\u2029]/g

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
    if (code.startsWith('#!')) this.#lineComment()
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
      const kind = begins(c)
      if (kind === SPACE) {
        if (c === LINE_FEED) breaks++
        this.at++
      } else if (c === SLASH && code.charCodeAt(this.at + 1) === SLASH) this.#lineComment()
      else if (c === SLASH && code.charCodeAt(this.at + 1) === STAR) this.#blockComment()
      else return this.#token(c, kind, breaks)
    }
    this.start = this.at
    return (this.kind = END)
  }

  /** On to the bracket that closes the one that the token opens. */
  close(): void {
    const closing: number[] = []
    for (; this.kind !== END; this.next()) {
      const { kind } = this
      if (kind === PAREN) closing.push(CLOSE_PAREN)
      else if (kind === BRACE) closing.push(CLOSE_BRACE)
      else if (kind === BRACKET) closing.push(CLOSE_BRACKET)
      else if ((kind === CLOSE_PAREN || kind === CLOSE_BRACE || kind === CLOSE_BRACKET) && closing.pop() !== kind) break
      if (closing.length === 0) return
    }
    this.#lose()
  }

  #token(c: number, kind: number, breaks: number): number {
    const start = this.at
    const found = kind === NAME ? this.#word() : kind === DIGIT ? this.#number() : kind === QUOTE ? this.#string(c) : this.#punctuator(c)
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

  #lineComment(): void {
    LINE_END.lastIndex = this.at
    this.at = LINE_END.exec(this.code)?.index ?? this.code.length
  }

  #blockComment(): void {
    const end = this.code.indexOf('*/', this.at + 2)
    if (end < 0) this.#lose()
    this.at = end + 2
  }

  #word(): number {
    const { code } = this
    for (this.at++; this.at < code.length; this.at++) {
      const kind = begins(code.charCodeAt(this.at))
      if (kind !== NAME && kind !== DIGIT) break
    }
    // a name with escapes
    return code.charCodeAt(this.at) === BACKSLASH ? this.#lose() : WORD
  }

  #number(): number {
    const { code } = this
    for (this.at++; this.at < code.length; this.at++) {
      const c = code.charCodeAt(this.at)
      const kind = begins(c)
      if (c !== DOT && kind !== NAME && kind !== DIGIT) break
    }
    return LITERAL
  }

  #string(quote: number): number {
    const { code } = this
    for (this.at++; this.at < code.length; this.at++) {
      const c = code.charCodeAt(this.at)
      if (c === quote) return this.at++, LITERAL
      // behind a backslash even a line may end
      if (c === BACKSLASH) this.at += code.startsWith('\r\n', this.at + 1) ? 2 : 1
      else if (c === LINE_FEED || c === RETURN) break
    }
    return this.#lose()
  }

  /** With what stands in it. */
  #template(): number {
    const { code } = this
    for (this.at++; this.at < code.length;) {
      const c = code.charCodeAt(this.at)
      if (c === BACKTICK) return this.at++, LITERAL
      if (c === BACKSLASH) this.at += 2
      else if (c !== DOLLAR || code.charCodeAt(this.at + 1) !== BRACE) this.at++
      else {
        this.kind = BRACE
        this.at += 2
        this.close()
        if (this.isLost) break
      }
    }
    return this.#lose()
  }

  #punctuator(c: number): number {
    if (c === SLASH) return this.#isExpression() ? this.#expression() : (this.at++, SLASH)
    if (c === BACKTICK) return this.#template()
    if (c === BACKSLASH) return this.#lose()
    this.at++
    if (c === EQUALS && this.code.charCodeAt(this.at) === GREATER) return this.at++, ARROW
    if (c === AT) this.lastMark = this.at - 1
    else if (c === PAREN) this.#open.push(this.#head())
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

  #expression(): number {
    const { code } = this
    let inClass = false
    for (this.at++; this.at < code.length; this.at++) {
      const c = code.charCodeAt(this.at)
      if (c === LINE_FEED || c === RETURN || c === 0x2028 || c === 0x2029) break
      if (c === BACKSLASH) this.at++
      else if (c === BRACKET) inClass = true
      else if (c === CLOSE_BRACKET) inClass = false
      // with its flags
      else if (c === SLASH && !inClass) return this.#word() === WORD ? LITERAL : END
    }
    return this.#lose()
  }

  #isOperand(token: Token): boolean {
    if (token.kind === WORD) return !OPERATORS.has(this.#textOf(token))
    return token.kind === LITERAL || token.kind === CLOSE_PAREN || token.kind === CLOSE_BRACKET || token.kind === CLOSE_BRACE
  }

  #textOf({ start, end }: Token): string { return this.code.slice(start, end) }
}
