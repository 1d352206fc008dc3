// Declarations of a module that are passed over as a whole. What their first words say is a node to everybody, until somebody asks for more.
import type { Identifier, Node, Statement } from '@babel/types'

/** The first words of a declaration. */
export interface Head {
  readonly type: 'FunctionDeclaration' | 'ClassDeclaration' | 'TSInterfaceDeclaration'
  /** Behind `export`. */
  readonly start: number
  readonly isExported: boolean
  readonly isAsync: boolean
  readonly isGenerator: boolean
  readonly name: string
  readonly nameStart: number
}

const HEAD = /(export[ \t]+)?(?:(async[ \t]+)?function(?:[ \t]*(\*)[ \t]*|[ \t]+)|(class|interface)[ \t]+)([A-Za-z_$][\w$]*)/y

/** `undefined` where there is more to the first words, or less. */
export function headAt(code: string, start: number): Head | undefined {
  HEAD.lastIndex = start
  const found = HEAD.exec(code)
  if (!found) return undefined
  const [{ length }, exported = '', async, star, keyword, name = ''] = found
  return {
    type: keyword === 'class' ? 'ClassDeclaration' : keyword === 'interface' ? 'TSInterfaceDeclaration' : 'FunctionDeclaration',
    start: start + exported.length,
    isExported: exported !== '',
    isAsync: async !== undefined,
    isGenerator: star !== undefined,
    name,
    nameStart: start + length - name.length,
  }
}

/** A declaration of which only the head is known. It is all there as soon as something else is asked of it. */
export class Passed {
  readonly type: Head['type']
  readonly start: number
  readonly id: Identifier
  readonly generator: boolean
  readonly async: boolean
  readonly #wholeOf: (node: Node) => Node

  /** `wholeOf`: the node as the parser makes it. */
  constructor({ type, start, name, nameStart, isGenerator, isAsync }: Head, readonly end: number, wholeOf: (node: Node) => Node) {
    this.type = type
    this.start = start
    this.id = { type: 'Identifier', start: nameStart, end: nameStart + name.length, name } as Identifier
    this.generator = isGenerator
    this.async = isAsync
    this.#wholeOf = wholeOf
  }

  get typeParameters(): unknown { return this.#whole('typeParameters') }
  get params(): unknown { return this.#whole('params') }
  get returnType(): unknown { return this.#whole('returnType') }
  get superClass(): unknown { return this.#whole('superClass') }
  get superTypeParameters(): unknown { return this.#whole('superTypeParameters') }
  get implements(): unknown { return this.#whole('implements') }
  get extends(): unknown { return this.#whole('extends') }
  get body(): unknown { return this.#whole('body') }

  /** From here on a node as the parser makes it. */
  fill(): void {
    if (!Object.hasOwn(this, 'body')) adopt(this, this.#wholeOf(this as unknown as Node), MORE)
  }

  #whole(key: keyof Passed): unknown {
    this.fill()
    return this[key]
  }
}

// what getters stand for, in the order of the parser's properties
const MORE = ['extends', 'superClass', 'superTypeParameters', 'implements', 'typeParameters', 'params', 'returnType', 'body']

/** The statement that is passed over; with `export` it is more than its declaration. */
export function passedStatement(head: Head, { start, end }: { readonly start: number; readonly end: number }, wholeOf: (node: Node) => Node): Statement {
  const declaration = new Passed(head, end, wholeOf) as unknown as Statement
  if (!head.isExported) return declaration
  return { type: 'ExportNamedDeclaration', start, end, exportKind: head.type === 'TSInterfaceDeclaration' ? 'type' : 'value', specifiers: [], source: null, attributes: [], declaration } as unknown as Statement
}

function adopt(node: object, whole: Node, keys: readonly string[]): void {
  const fields = whole as unknown as Record<string, unknown>
  for (const key of keys) Object.defineProperty(node, key, { value: fields[key], writable: true, enumerable: true, configurable: true })
}

/** These properties have their values as soon as one of them is asked for. */
export function askLater(node: Node, keys: readonly string[], wholeOf: (node: Node) => Node): void {
  const fields = node as unknown as Record<string, unknown>
  for (const key of keys) {
    delete fields[key]
    Object.defineProperty(fields, key, { get: () => (adopt(node, wholeOf(node), keys), fields[key]), enumerable: true, configurable: true })
  }
}
