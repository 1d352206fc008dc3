// Every source file of packages/, as a tree: what the walls, the rooms and the list of codes are checked on. Words in strings and comments are no statements.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from '@babel/parser'
import { VISITOR_KEYS, type Node } from '@babel/types'

export const packages = join(import.meta.dirname, '../../packages')

export interface Import {
  readonly file: string
  /** A path below `packages/`, or the bare specifier of somebody else's package. */
  readonly to: string
  /** Gone when it runs. */
  readonly typeOnly: boolean
}

export interface Source {
  /** Below `packages/`. */
  readonly file: string
  readonly lines: number
  readonly tree: Node
}

/** What is shipped: no tests, nothing that only tests import. */
export const sources: readonly Source[] = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^[\w-]+\/src\/.*\.ts$/.test(file) && !/(\.(test|fixture)\.ts$|\/fixtures\/)/.test(file))
  .sort()
  .map(read)

export const imports: readonly Import[] = sources.flatMap(importsOf)

export function read(file: string): Source {
  const code = readFileSync(join(packages, file), 'utf8')
  return { file, lines: code.split('\n').length - 1, tree: parsed(code, file) }
}

export function parsed(code: string, file: string): Node {
  try {
    return parse(code, { sourceType: file.endsWith('.cjs') ? 'commonjs' : 'module', plugins: /ts$/.test(file) ? ['typescript', 'decorators'] : ['decorators'] }).program
  } catch (error) {
    throw new Error(`${file} can't be parsed: ${error}`)
  }
}

export function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const key of VISITOR_KEYS[node.type] ?? []) {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key]
    for (const one of Array.isArray(child) ? child : [child]) if (one) yield* nodesIn(one)
  }
}

/** `from '…'`, `import('…')`, `require('…')`, and `import('…')` among types. */
export function specifiersIn(tree: Node): { specifier: string; typeOnly: boolean }[] {
  return [...nodesIn(tree)].flatMap((node) => {
    switch (node.type) {
      case 'ImportDeclaration': return { specifier: node.source.value, typeOnly: node.importKind === 'type' }
      case 'ExportAllDeclaration': return { specifier: node.source.value, typeOnly: node.exportKind === 'type' }
      case 'ExportNamedDeclaration': return node.source ? { specifier: node.source.value, typeOnly: node.exportKind === 'type' } : []
      case 'TSImportType': return { specifier: textOf(node.argument), typeOnly: true }
      case 'CallExpression': return isLoad(node.callee) && node.arguments[0]?.type === 'StringLiteral' ? { specifier: node.arguments[0].value, typeOnly: false } : []
      default: return []
    }
  })
}

function isLoad(callee: Node): boolean {
  return callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require')
}

function textOf(node: Node): string {
  return node.type === 'StringLiteral' ? node.value : node.type === 'TSLiteralType' ? textOf(node.literal) : ''
}

function importsOf({ file, tree }: Source): Import[] {
  return specifiersIn(tree).map(({ specifier, typeOnly }) => ({ file, to: target(file, specifier), typeOnly }))
}

function target(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(packages, join(packages, file, '..', specifier)).replaceAll('\\', '/')
  const ours = /^@resilience4cata\/([\w-]+)\/(.*)$/.exec(specifier)
  return ours ? `${ours[1]}/src/${ours[2]}.ts` : specifier
}
