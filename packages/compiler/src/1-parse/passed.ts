// Declarations of a module that are passed over as a whole. What their first words say is a node to everybody, until somebody asks for more.
import type { Identifier, Node, Statement } from '@babel/types'

/** The first words of a declaration. */
export interface Head {
  readonly type: 'FunctionDeclaration' | 'ClassDeclaration' | 'TSInterfaceDeclaration' | 'TSTypeAliasDeclaration'
  /** Behind `export`. */
  readonly start: number
  readonly isExported: boolean
  readonly isAsync: boolean
  readonly isGenerator: boolean
  readonly name: string
  readonly nameStart: number
}

const HEAD = /(export[ \t]+)?(?:(async[ \t]+)?function(?:[ \t]*(\*)[ \t]*|[ \t]+)|(class|interface|type)[ \t]+)([A-Za-z_$][\w$]*)/y

const TYPES = { class: 'ClassDeclaration', interface: 'TSInterfaceDeclaration', type: 'TSTypeAliasDeclaration' } as const

/** `undefined` where there is more to the first words, or less. */
export function headAt(code: string, start: number): Head | undefined {
  HEAD.lastIndex = start
  const found = HEAD.exec(code)
  if (!found) return undefined
  const [{ length }, exported = '', async, star, keyword, name = ''] = found
  return {
    type: keyword === undefined ? 'FunctionDeclaration' : TYPES[keyword as keyof typeof TYPES],
    start: start + exported.length,
    isExported: exported !== '',
    isAsync: async !== undefined,
    isGenerator: star !== undefined,
    name,
    nameStart: start + length - name.length,
  }
}

/**
 * A node of which the most is there as soon as some of it is asked for. It is asked by getters of its class: those of an object itself, and all that they hold on to,
 * live in V8's old generation, which is collected long after the file is done.
 */
export abstract class Unread {
  readonly #wholeOf: (node: Node) => Node
  readonly #more: readonly string[]

  /** `wholeOf`: the node as the parser makes it. `more`: what getters stand for, in the order of the parser's properties. */
  constructor(wholeOf: (node: Node) => Node, more: readonly string[]) {
    this.#wholeOf = wholeOf
    this.#more = more
  }

  /** From here on a node as the parser makes it. */
  fill(): void {
    if (Object.hasOwn(this, 'body')) return
    const whole = this.#wholeOf(this as unknown as Node) as unknown as Record<string, unknown>
    for (const key of this.#more) Object.defineProperty(this, key, { value: whole[key], writable: true, enumerable: true, configurable: true })
  }

  protected whole(key: keyof this): unknown {
    this.fill()
    return this[key]
  }
}

/** What isn't there at run time. */
export const isType = ({ type }: Head): boolean => type.startsWith('TS')

/** A declaration of which only the head is known. */
export class Passed extends Unread {
  readonly type: Head['type']
  readonly start: number
  readonly id: Identifier
  readonly generator: boolean
  readonly async: boolean

  constructor({ type, start, name, nameStart, isGenerator, isAsync }: Head, readonly end: number, wholeOf: (node: Node) => Node) {
    super(wholeOf, ['extends', 'superClass', 'superTypeParameters', 'implements', 'typeParameters', 'typeAnnotation', 'params', 'returnType', 'body'])
    this.type = type
    this.start = start
    this.id = { type: 'Identifier', start: nameStart, end: nameStart + name.length, name } as Identifier
    this.generator = isGenerator
    this.async = isAsync
  }

  get typeParameters(): unknown { return this.whole('typeParameters') }
  get typeAnnotation(): unknown { return this.whole('typeAnnotation') }
  get params(): unknown { return this.whole('params') }
  get returnType(): unknown { return this.whole('returnType') }
  get superClass(): unknown { return this.whole('superClass') }
  get superTypeParameters(): unknown { return this.whole('superTypeParameters') }
  get implements(): unknown { return this.whole('implements') }
  get extends(): unknown { return this.whole('extends') }
  get body(): unknown { return this.whole('body') }
}

/** Of a function, a class or an interface. */
export class HollowBody extends Unread {
  readonly type: Node['type']
  readonly start: number
  readonly end: number

  constructor({ type, start, end }: Node, wholeOf: (node: Node) => Node) {
    super(wholeOf, ['body', 'directives'])
    this.type = type
    this.start = start!
    this.end = end!
  }

  get body(): unknown { return this.whole('body') }
  get directives(): unknown { return this.whole('directives') }
}

/** The statement that is passed over; with `export` it is more than its declaration. */
export function passedStatement(head: Head, { start, end }: { readonly start: number; readonly end: number }, wholeOf: (node: Node) => Node): Statement {
  const declaration = new Passed(head, end, wholeOf) as unknown as Statement
  if (!head.isExported) return declaration
  return { type: 'ExportNamedDeclaration', start, end, exportKind: isType(head) ? 'type' : 'value', specifiers: [], source: null, attributes: [], declaration } as unknown as Statement
}
