import type { Node } from '@babel/types'
import { eachChild } from '../1-parse/children.ts'

/** Text whose line breaks are part of a value, so that it can't be folded: JSX, and templates that a tag sees the source of. */
export function cantFold(node: Node, source: string): boolean {
  let found = false
  const visit = (inner: Node) => {
    const multiline = source.slice(inner.start!, inner.end!).includes('\n')
    if (!multiline) return
    if (inner.type === 'TaggedTemplateExpression' || inner.type === 'JSXElement' || inner.type === 'JSXFragment') found = true
    else eachChild(inner, visit)
  }
  visit(node)
  return found
}
