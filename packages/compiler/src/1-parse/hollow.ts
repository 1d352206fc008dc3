// A file is parsed with those bodies hollow that say nothing of interest, and without the statements that don't. A node of which something is missing reads as any
// other: its contents are parsed once somebody asks for them.
import type { Comment, File, Node, Statement } from '@babel/types'
import { eachChildWithin } from './children.ts'
import { HollowBody, isType, Passed, passedStatement } from './passed.ts'
import type { Scope } from './scopes.ts'
import type { Skimmed } from './skim.ts'

export type ParseText = (text: string) => File | undefined

/** What turned out to be no valid text: the file is left alone, as if it had been parsed as a whole. */
export class Unparsable extends SyntaxError {}

/** So many bodies are parsed one by one; then all of them. */
const SINGLE = 2
const HOLDERS = /^(?:Function|ArrowFunction|Class(?!Body)|Object|TSInterface)/

export class Hollows {
  readonly file: File | undefined
  /** What the parser hasn't seen, side by side. */
  readonly quiet: readonly Range[]
  readonly #code: string
  readonly #parse: ParseText
  /** By their braces: those that the parser hasn't shown to be what they were taken for. */
  readonly #unsure: Map<number, Skimmed>
  /** By the blocks that stand for them. */
  readonly #runs = new Map<Node, Hole>()
  #whole: File | undefined
  #filled = 0

  constructor(code: string, readonly skimmed: readonly Skimmed[], parse: ParseText) {
    this.#code = code
    this.#parse = parse
    this.#unsure = new Map(skimmed.filter(({ head }) => !head).map((each) => [each.start, each]))
    const holes = holesFor(skimmed)
    this.quiet = holes
    const file = parse(hollowed(code, holes))
    const fillings = new Set(holes.map(({ start }) => start + 1))
    if (file) file.comments = file.comments!.filter(({ start }) => !fillings.has(start!))
    this.file = file && this.#finds(file, holes.filter(({ statements }) => statements.length > 0)) ? file : undefined
  }

  /** Whether the parser has found blocks among the statements of the module where some were passed over. */
  #finds({ program }: File, holes: readonly Hole[]): boolean {
    const byStart = new Map(holes.map((hole) => [hole.start, hole]))
    for (const node of program.body) {
      const hole = node.type === 'BlockStatement' ? byStart.get(node.start!) : undefined
      if (hole?.end === node.end) this.#runs.set(node, hole!)
    }
    // what is exported makes a text a module
    return this.#runs.size === holes.length && (program.sourceType === 'module' || !this.skimmed.some(({ head }) => head?.isExported))
  }

  /** What statements declare that nobody has read: names of the module, and where to look for them. */
  get declared(): (readonly [name: string, at: number])[] {
    return [...this.#runs.values()].flatMap(({ start, statements }) => statements.filter(({ head }) => !isType(head!)).map(({ head }) => [head!.name, start] as const))
  }

  isRun(block: Node): boolean { return this.#runs.has(block) }

  /** Puts statements in the place of the block that stood for them. */
  unfold(block: Node): readonly Statement[] {
    const { program } = this.file!
    const statements = this.#runs.get(block)!.statements.map((each) => passedStatement(each.head!, each, (declaration) => this.#fill(declaration, each)))
    // somebody may be going through the list
    program.body = program.body.flatMap((node) => (node === block ? statements : node))
    return statements
  }

  /** A function, class or interface. If its body is hollow, it is filled when it is looked into. */
  meet(node: Node): void {
    if (node instanceof Passed) return
    const holder = node as { body: Node }
    const { body } = holder
    const skimmed = this.#unsure.get(body.start!)
    if (!skimmed || skimmed.end !== body.end) return
    this.#unsure.delete(body.start!)
    holder.body = new HollowBody(body, (hollow) => this.#fill(hollow, skimmed)) as unknown as Node
  }

  /** Whether all are what they were taken for. What nobody has met yet is looked for. `bindings`: of the module, where nothing else may declare the same name. */
  areSure(bindings: Scope['bindings']): boolean {
    const names = this.declared.map(([name]) => name)
    if (new Set(names).size < names.length || names.some((name) => isDeclaredBy(bindings.get(name)?.path.node))) return false
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

/** An overload declares what its function declares. */
const isDeclaredBy = (node: Node | undefined): boolean => node !== undefined && node.type !== 'TSDeclareFunction' && !(node instanceof Passed)

interface Range { readonly start: number; readonly end: number }
interface Hole extends Range { end: number; readonly statements: Skimmed[] }

/** For statements side by side there is one, which the parser takes for a block. */
function holesFor(skimmed: readonly Skimmed[]): Hole[] {
  const holes: Hole[] = []
  for (const each of skimmed) {
    const hole = holes.at(-1)
    if (!hole || !each.behind || hole.statements.at(-1) !== each.behind) {
      holes.push({ start: each.start, end: each.end, statements: each.head ? [each] : [] })
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
  for (const { start, end } of holes) {
    text += `${code.slice(at, start)}{${filling(end - start - '{}'.length)}}`
    at = end
  }
  return text + code.slice(at)
}

/** A comment is passed over faster than spaces are. */
const filling = (length: number): string => (length < '/**/'.length ? ' '.repeat(length) : `/*${' '.repeat(length - 4)}*/`)

/** The outermost node around an offset that is meant. */
function find(node: Node, offset: number, isMeant: (node: Node) => boolean): Node | undefined {
  if (isMeant(node)) return node
  let found: Node | undefined
  eachChildWithin(node, offset + 1, offset + 1, (child) => { found ??= find(child, offset, isMeant) })
  return found
}
