import type { Node } from '@babel/types'
import { eachChild } from '../1-parse/children.ts'

const ONE_LINE = new Set(['TaggedTemplateExpression', 'JSXElement', 'JSXFragment', 'StringLiteral'])

/** Text whose line breaks are part of a value, so that it can't be folded: JSX, templates that a tag sees the source of, strings that go on on another line. */
export function cantFold(node: Node, source: string): boolean {
  let found = false
  const visit = (inner: Node) => {
    const multiline = source.slice(inner.start!, inner.end!).includes('\n')
    if (!multiline) return
    if (ONE_LINE.has(inner.type)) found = true
    else eachChild(inner, visit)
  }
  visit(node)
  return found
}
