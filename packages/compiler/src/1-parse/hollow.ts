// A file is parsed with those bodies hollow that say nothing of interest. A node whose body is hollow reads as any other: its contents are parsed once somebody
// asks for them.
import type { Comment, File, Node } from '@babel/types'
import { eachChildWithin } from './children.ts'
import type { Skimmed } from './skim.ts'

export type ParseText = (text: string) => File | undefined

/** What turned out to be no valid text: the file is left alone, as if it had been parsed as a whole. */
export class Unparsable extends SyntaxError {}

/** So many bodies are parsed one by one; then all of them. */
const SINGLE = 2
const HOLDERS = /^(?:Function|ArrowFunction|Class(?!Body)|Object|TSInterface)/

type Fields = Record<string, unknown>

export class Hollows {
  readonly file: File | undefined
  readonly #code: string
  readonly #parse: ParseText
  /** By their braces: those that the parser hasn't shown to be what they were taken for. */
  readonly #unsure: Map<number, Skimmed>
  #whole: File | undefined
  #filled = 0

  constructor(code: string, readonly skimmed: readonly Skimmed[], parse: ParseText) {
    this.#code = code
    this.#parse = parse
    this.#unsure = new Map(skimmed.map((each) => [braceOf(each), each]))
    this.file = parse(hollowed(code, skimmed))
  }

  /** A function, class or interface. If its body is hollow, it is filled when it is looked into. */
  meet(node: Node): void {
    const { body } = node as { body: Node }
    const skimmed = this.#unsure.get(body.start!)
    if (!skimmed || skimmed.end !== body.end) return
    this.#unsure.delete(body.start!)
    const fields = node as unknown as Fields
    const keys = skimmed.withParameters ? ['params', 'returnType', 'body'] : ['body']
    const fill = (): void => {
      const whole = this.#fill(node, skimmed)
      for (const key of keys) Object.defineProperty(fields, key, { value: whole[key], writable: true, enumerable: true, configurable: true })
    }
    // in the order that the parser gives them
    for (const key of keys) {
      delete fields[key]
      Object.defineProperty(fields, key, { get: () => (fill(), fields[key]), enumerable: true, configurable: true })
    }
  }

  /** Whether all are what they were taken for. What nobody has met yet is looked for. */
  areSure(): boolean {
    for (const brace of this.#unsure.keys()) {
      const node = find(this.file!.program, brace, (inner) => HOLDERS.test(inner.type) && (inner as { body?: Node }).body?.start === brace)
      if (node) this.meet(node)
    }
    return this.#unsure.size === 0
  }

  #fill(node: Node, skimmed: Skimmed): Fields {
    const isSingle = ++this.#filled <= SINGLE
    const file = isSingle ? this.#parse(hollowed(this.#code, this.skimmed.filter((each) => each !== skimmed))) : (this.#whole ??= this.#parse(this.#code))
    const found = file && find(file.program, node.start!, ({ type, start, end }) => type === node.type && start === node.start && end === node.end)
    if (!found) throw new Unparsable()
    this.#remember(file.comments!.filter(({ start }) => start! > skimmed.start && start! < skimmed.end), skimmed)
    return found as unknown as Fields
  }

  /** Comments stay in the order of the text. */
  #remember(comments: readonly Comment[], { end }: Skimmed): void {
    if (comments.length === 0) return
    const all = this.file!.comments!
    const next = all.findIndex(({ start }) => start! >= end)
    all.splice(next < 0 ? all.length : next, 0, ...comments)
  }
}

/** Where its braces are in the hollow text. */
const braceOf = ({ start, withParameters }: Skimmed): number => (withParameters ? start + '()'.length : start)

/** All that stays is where it was. */
function hollowed(code: string, skimmed: readonly Skimmed[]): string {
  let text = ''
  let at = 0
  for (const { start, end, withParameters } of skimmed) {
    const head = withParameters ? '(){' : '{'
    text += `${code.slice(at, start)}${head}${' '.repeat(end - start - head.length - 1)}}`
    at = end
  }
  return text + code.slice(at)
}

/** The outermost node around an offset that is meant. */
function find(node: Node, offset: number, isMeant: (node: Node) => boolean): Node | undefined {
  if (isMeant(node)) return node
  let found: Node | undefined
  eachChildWithin(node, offset + 1, offset + 1, (child) => { found ??= find(child, offset, isMeant) })
  return found
}
