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

// what there is to be asked for, in the order of the parser's properties
const FUNCTION = ['typeParameters', 'params', 'returnType', 'body']
const CLASS = ['superClass', 'superTypeParameters', 'implements', 'typeParameters', 'body']
const INTERFACE = ['typeParameters', 'extends', 'body']

/** `wholeOf`: the node as the parser makes it. */
export function passedStatement({ type, start, isExported, isAsync, isGenerator, name, nameStart }: Head, statement: { readonly start: number; readonly end: number }, wholeOf: (node: Node) => Node): { statement: Statement; declaration: Node } {
  const id = { type: 'Identifier', start: nameStart, end: nameStart + name.length, name } as Identifier
  const isFunction = type === 'FunctionDeclaration'
  const declaration = { type, start, end: statement.end, id, ...(isFunction && { generator: isGenerator, async: isAsync }) } as unknown as Statement
  askLater(declaration, isFunction ? FUNCTION : type === 'ClassDeclaration' ? CLASS : INTERFACE, wholeOf)
  if (!isExported) return { statement: declaration, declaration }
  const exported = { type: 'ExportNamedDeclaration', ...statement, exportKind: type === 'TSInterfaceDeclaration' ? 'type' : 'value', specifiers: [], source: null, attributes: [], declaration }
  return { statement: exported as unknown as Statement, declaration }
}

/** These properties have their values as soon as one of them is asked for. */
export function askLater(node: Node, keys: readonly string[], wholeOf: (node: Node) => Node): void {
  const fields = node as unknown as Record<string, unknown>
  const fill = (): void => {
    const whole = wholeOf(node) as unknown as Record<string, unknown>
    for (const key of keys) Object.defineProperty(fields, key, { value: whole[key], writable: true, enumerable: true, configurable: true })
  }
  for (const key of keys) {
    delete fields[key]
    Object.defineProperty(fields, key, { get: () => (fill(), fields[key]), enumerable: true, configurable: true })
  }
}
