// A file is parsed with those bodies hollow that say nothing of interest, and without the statements that don't. A node of which something is missing reads as any
// other: its contents are parsed once somebody asks for them.
import type { Comment, File, Node, Statement } from '@babel/types'
import { eachChildWithin } from './children.ts'
import { askLater, Passed, passedStatement } from './passed.ts'
import type { Skimmed } from './skim.ts'

export type ParseText = (text: string) => File | undefined

/** What turned out to be no valid text: the file is left alone, as if it had been parsed as a whole. */
export class Unparsable extends SyntaxError {}

/** So many bodies are parsed one by one; then all of them. */
const SINGLE = 2
const HOLDERS = /^(?:Function|ArrowFunction|Class(?!Body)|Object|TSInterface)/

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
    this.#unsure = new Map(skimmed.filter(({ head }) => !head).map((each) => [braceOf(each), each]))
    const holes = holesFor(skimmed)
    const file = parse(hollowed(code, holes))
    this.file = file && this.#putBack(file, holes.filter(({ statements }) => statements.length > 0)) ? file : undefined
  }

  /** Statements that were passed over, in the place of the blocks that the parser was given. Whether it found all of these among the statements of the module. */
  #putBack({ program }: File, holes: readonly Hole[]): boolean {
    const byStart = new Map(holes.map((hole) => [hole.start, hole]))
    program.body = program.body.flatMap((node): Statement | Statement[] => {
      const hole = node.type === 'BlockStatement' ? byStart.get(node.start!) : undefined
      if (!hole || hole.end !== node.end) return node
      byStart.delete(hole.start)
      return hole.statements.map((each) => passedStatement(each.head!, each, (declaration) => this.#fill(declaration, each)))
    })
    // what is exported makes a text a module
    return byStart.size === 0 && (program.sourceType === 'module' || !this.skimmed.some(({ head }) => head?.isExported))
  }

  /** A function, class or interface. If its body is hollow, it is filled when it is looked into. */
  meet(node: Node): void {
    if (node instanceof Passed) return
    const { body } = node as { body: Node }
    const skimmed = this.#unsure.get(body.start!)
    if (!skimmed || skimmed.end !== body.end) return
    this.#unsure.delete(body.start!)
    askLater(node, skimmed.withParameters ? ['params', 'returnType', 'body'] : ['body'], () => this.#fill(node, skimmed))
  }

  /** Whether all are what they were taken for. What nobody has met yet is looked for. */
  areSure(): boolean {
    for (const brace of this.#unsure.keys()) {
      const node = find(this.file!.program, brace, (inner) => HOLDERS.test(inner.type) && (inner as { body?: Node }).body?.start === brace)
      if (node) this.meet(node)
    }
    return this.#unsure.size === 0
  }

  #fill(node: Node, skimmed: Skimmed): Node {
    const isSingle = ++this.#filled <= SINGLE
    const file = isSingle ? this.#parse(hollowed(this.#code, holesFor(this.skimmed.filter((each) => each !== skimmed)))) : (this.#whole ??= this.#parse(this.#code))
    const found = file && find(file.program, node.start!, ({ type, start, end }) => type === node.type && start === node.start && end === node.end)
    if (!found) throw new Unparsable()
    this.#remember(file.comments!.filter(({ start }) => start! > skimmed.start && start! < skimmed.end), skimmed)
    return found
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

interface Hole { readonly start: number; end: number; readonly open: '{' | '(){'; readonly statements: Skimmed[] }

/** For statements side by side there is one, which the parser takes for a block. */
function holesFor(skimmed: readonly Skimmed[]): Hole[] {
  const holes: Hole[] = []
  for (const each of skimmed) {
    const hole = holes.at(-1)
    if (!hole || !each.behind || hole.statements.at(-1) !== each.behind) {
      holes.push({ start: each.start, end: each.end, open: each.withParameters ? '(){' : '{', statements: each.head ? [each] : [] })
    } else {
      hole.end = each.end
      hole.statements.push(each)
    }
  }
  return holes
}

/** All that stays is where it was. */
function hollowed(code: string, holes: readonly Hole[]): string {
  let text = ''
  let at = 0
  for (const { start, end, open } of holes) {
    text += `${code.slice(at, start)}${open}${' '.repeat(end - start - open.length - 1)}}`
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
