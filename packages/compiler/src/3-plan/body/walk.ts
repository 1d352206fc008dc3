import type { Node } from '@babel/types'
import { eachChildWithin } from '../../1-parse/children.ts'

/** TypeScript's nodes that have values inside. */
const AROUND_VALUES = new Set([
  'TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSTypeAssertion', 'TSInstantiationExpression', 'TSParameterProperty',
  'TSEnumDeclaration', 'TSEnumBody', 'TSEnumMember', 'TSModuleDeclaration', 'TSModuleBlock',
])

/** A type: nothing in it is evaluated. */
export const isTypeOnly = (node: Node): boolean => node.type.startsWith('TS') && !AROUND_VALUES.has(node.type)

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ObjectMethod', 'ClassMethod', 'ClassPrivateMethod'] as const
const ARE_FUNCTIONS: ReadonlySet<string> = new Set(FUNCTIONS)

export const isFunction = (node: Node): node is Extract<Node, { type: (typeof FUNCTIONS)[number] }> => ARE_FUNCTIONS.has(node.type)

/** From the outermost to the node itself. */
export function pathTo(root: Node, target: Node): Node[] {
  const path: Node[] = []
  for (let node: Node | undefined = root; node;) {
    path.push(node)
    if (node === target) break
    let next: Node | undefined
    eachChildWithin(node, target.start!, target.end!, (child) => {
      if (child === target || (!next && child.start! <= target.start! && child.end! >= target.end!)) next = child
    })
    node = next
  }
  return path
}
