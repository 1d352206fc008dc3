// Finds functions, classes and interfaces that say nothing of interest, without parsing them: most of a file. It reads as people write; what it doesn't recognise
// is left to the parser, and what it takes for a function is one only if the parser says so, too (`hollow.ts`).
import {
  AND, ARROW, BRACE, BRACKET, CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN, COLON, COMMA, DOT, END, EQUALS, GREATER, LESS, LITERAL, OR, PAREN, QUESTION, SEMICOLON, WORD,
} from './characters.ts'
import type { Language } from './language.ts'
import { Lexer } from './lexer.ts'
import { headAt, isType, type Head } from './passed.ts'

/** A body in braces; or, with a head, all of a statement of the module. */
export interface Skimmed {
  readonly start: number
  readonly end: number
  readonly head?: Head
  /** The statement right in front of this one, where that is passed over, too. */
  readonly behind?: Skimmed
}

/** So deep brackets are gone into. */
const DEPTH = 100
/** Behind these a brace opens a type. */
const TYPE_WORDS = new Set(['is', 'extends', 'keyof', 'readonly', 'infer', 'implements'])
/** With these a type goes on in another line. */
const GOES_ON = new Set([BRACE, ARROW, OR, AND, DOT, LESS, GREATER, QUESTION, COLON, COMMA])

/** `interest`: offsets that must be seen by the parser, in order. */
export function skim(code: string, { jsx, typescript }: Language, interest: readonly number[]): readonly Skimmed[] {
  // what is text in JSX looks like code, and a comment of HTML is one in a script
  if (code.includes('<!--') || code.includes('-->') || (jsx && (code.includes('</') || code.includes('/>')))) return []
  const skimmer = new Skimmer(code, interest, typescript)
  skimmer.statements()
  return skimmer.isLost ? [] : skimmer.found
}

class Skimmer {
  readonly found: Skimmed[] = []
  readonly #lexer: Lexer
  readonly #interest: readonly number[]
  readonly #typescript: boolean
  /** Of `#interest`, the first that isn't passed yet. */
  #next = 0
  /** Where the statement or member begins that is being read: when there is something of interest in it, all of it is. */
  #unit = 0
  /** What stands right in front of it, if that was passed over. */
  #behind: Skimmed | undefined
  /** What is being read is a type: an arrow has no body there. */
  #isType = false
  #depth = 0
  constructor(code: string, interest: readonly number[], typescript: boolean) {
    this.#lexer = new Lexer(code)
    this.#interest = interest
    this.#typescript = typescript
  }

  get isLost(): boolean { return this.#lexer.isLost }

  statements(): void {
    const lexer = this.#lexer
    for (let kind = lexer.next(); kind !== END;) {
      if (this.#enters()) this.#isType = false
      this.#isType ||= lexer.is('type')
      if (lexer.is('class') || lexer.is('interface')) kind = this.#declaration(this.#head())
      else if (lexer.is('type')) kind = this.#alias(this.#head())
      else if (lexer.is('function')) kind = this.#function(this.#head())
      else kind = this.#step()
    }
  }

  /** Of a declaration whose keyword is the token, if a statement begins with it. */
  #head(): Head | undefined {
    const { code, start } = this.#lexer
    const head = headAt(code, this.#unit)
    return head && start >= head.start && start < head.nameStart && (this.#typescript || !isType(head)) ? head : undefined
  }

  /** Up to the end of the class body that the token opens. */
  #members(): void {
    const lexer = this.#lexer
    this.#unit = lexer.at
    let isValue = false
    for (let kind = lexer.next(); kind !== CLOSE_BRACE && kind !== END;) {
      if (this.#enters()) isValue = false
      isValue ||= kind === EQUALS
      kind = kind === PAREN && !isValue && isNameEnd(lexer.before) ? this.#behindParameters() : this.#step()
    }
  }

  /** Whether another statement or member may begin with the token: behind the end of one, and behind an empty line. */
  #enters(): boolean {
    const { before, breaks, start, endBefore } = this.#lexer
    const begins = before === SEMICOLON || (before === CLOSE_BRACE && breaks > 0) || breaks > 1
    if (begins) {
      const last = this.found.at(-1)
      this.#unit = start
      this.#behind = last?.head && last.end === endBefore ? last : undefined
    }
    return begins
  }

  /** Passes a token; of a bracket, all that is in it. */
  #step(): number {
    const lexer = this.#lexer
    if (lexer.kind === PAREN || lexer.kind === BRACE || lexer.kind === BRACKET) return this.#group()
    if (lexer.is('function')) return this.#function()
    const isArrow = lexer.kind === ARROW && !this.#isType
    const kind = lexer.next()
    return isArrow && kind === BRACE ? this.#body() : kind
  }

  #group(): number {
    const lexer = this.#lexer
    const close = lexer.kind === PAREN ? CLOSE_PAREN : lexer.kind === BRACE ? CLOSE_BRACE : CLOSE_BRACKET
    if (++this.#depth > DEPTH) lexer.close()
    else for (let kind = lexer.next(); kind !== close && kind !== END;) kind = this.#step()
    this.#depth--
    return lexer.next()
  }

  /** `function name<T>(…): T {…}`. */
  #function(head?: Head): number {
    const lexer = this.#lexer
    let kind = lexer.next()
    while (kind !== PAREN && kind !== END && kind !== BRACE && kind !== SEMICOLON && kind !== EQUALS) kind = lexer.next()
    return kind === PAREN ? this.#behindParameters(head) : kind
  }

  /** On the parenthesis of a list of parameters. */
  #behindParameters(head?: Head): number {
    const lexer = this.#lexer
    lexer.close()
    let kind = lexer.next()
    if (kind === COLON) for (kind = lexer.next(); kind !== BRACE || !isOperandEnd(lexer);) {
      if (kind === END || kind === SEMICOLON || kind === EQUALS || kind === CLOSE_BRACE || kind === CLOSE_PAREN) return kind
      // two statements
      if (lexer.breaks > 0 && !GOES_ON.has(kind) && isOperandEnd(lexer)) return kind
      if (kind === BRACE || kind === PAREN || kind === BRACKET) lexer.close()
      kind = lexer.next()
    }
    return kind === BRACE ? this.#body(head) : kind
  }

  /** A class or an interface: all of it, or of a class its methods. What stands in front of it is about all of it. */
  #declaration(head: Head | undefined): number {
    const lexer = this.#lexer
    const isClass = lexer.is('class')
    let kind = lexer.next()
    for (; kind !== BRACE || !isOperandEnd(lexer);) {
      if (kind === END || kind === SEMICOLON || kind === EQUALS || kind === CLOSE_BRACE || kind === ARROW) return kind
      if (kind === BRACE || kind === PAREN || kind === BRACKET) lexer.close()
      kind = lexer.next()
    }
    if (lexer.lastMark >= this.#unit || this.#interests(this.#unit, lexer.start)) return this.#group()
    const { place } = lexer
    if (this.#passes(head) || !isClass) return lexer.next()
    lexer.return(place)
    this.#members()
    return lexer.next()
  }

  /** `type A = {…}`, to its end, where there is no more to the type. */
  #alias(head: Head | undefined): number {
    const lexer = this.#lexer
    if (lexer.next() !== WORD || !head) return lexer.kind
    if (lexer.next() !== EQUALS || lexer.next() !== BRACE) return lexer.kind
    lexer.close()
    const end = lexer.at
    const kind = lexer.next()
    if (kind === SEMICOLON) this.#pass(lexer.at, head)
    else if (kind === END || (lexer.breaks > 0 && !GOES_ON.has(kind))) this.#pass(end, head)
    return kind
  }

  /** On the brace of a body. */
  #body(head?: Head): number {
    this.#passes(head)
    return this.#lexer.next()
  }

  /** To its end; whether it is of no interest. */
  #passes(head: Head | undefined): boolean {
    const lexer = this.#lexer
    const { start } = lexer
    lexer.close()
    return this.#pass(lexer.at, head, start)
  }

  /** With a head all of the statement up to `end`, else what stands behind `start`. */
  #pass(end: number, head: Head | undefined, start = this.#unit): boolean {
    const isBoring = this.#lexer.lastMark < this.#unit && !this.#interests(this.#unit, end)
    if (isBoring) this.found.push(head ? { start: this.#unit, end, head, ...(this.#behind && { behind: this.#behind }) } : { start, end })
    return isBoring
  }

  #interests(start: number, end: number): boolean {
    while (this.#next > 0 && this.#interest[this.#next - 1]! >= start) this.#next--
    while (this.#interest[this.#next]! < start) this.#next++
    return this.#interest[this.#next]! < end
  }
}

/** A name can end like this. */
const isNameEnd = (kind: number): boolean => kind === WORD || kind === LITERAL || kind === CLOSE_BRACKET || kind === GREATER

/** Whether what stands in front of the token is the end of a type or of a value, so that a brace opens a body. */
function isOperandEnd({ before, wordBefore }: Lexer): boolean {
  return before === WORD ? !TYPE_WORDS.has(wordBefore) : before === LITERAL || before === GREATER || before === CLOSE_BRACKET || before === CLOSE_PAREN || before === CLOSE_BRACE
}
