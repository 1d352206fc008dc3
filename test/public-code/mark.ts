// The text of a public module with every async function marked, as its author would have written it.
import { parse } from '@babel/parser'
import { VISITOR_KEYS, type Node } from '@babel/types'

const IMPORT = "import { resilient as r4cMark, Retry as R4cRetry } from 'resilience4cata';\n"

interface Edit { readonly at: number; readonly text: string; readonly drops?: number }

/** How many are marked, and the text; `undefined`: it is no module that can be read. */
export function markAll(code: string): { readonly text: string; readonly marked: number } | undefined {
  let program: Node
  try {
    program = parse(code, { sourceType: 'module', plugins: ['decorators', 'explicitResourceManagement'] }).program
  } catch {
    return undefined
  }
  const edits: Edit[] = []
  let marked = 0
  const visit = (node: Node, parent: Node) => {
    const found = isAsync(node) ? mark(node, parent, code) : []
    if (found.length > 0) marked++
    edits.push(...found)
    for (const key of VISITOR_KEYS[node.type] ?? []) {
      const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key]
      for (const one of Array.isArray(child) ? child : [child]) if (one) visit(one, node)
    }
  }
  visit(program, program)
  return { text: withEdits(code, edits), marked }
}

const isAsync = (node: Node): boolean => 'async' in node && node.async === true && !('generator' in node && node.generator)

function mark(node: Node, parent: Node, code: string): Edit[] {
  const around = (from: number, head = ''): Edit[] => [{ at: from, text: `${head}r4cMark({ retry: true }, ` }, { at: node.end!, text: ')' }]
  switch (node.type) {
    case 'ArrowFunctionExpression': case 'FunctionExpression': return around(node.start!)
    // a declaration becomes a const: its name is that of the const
    case 'FunctionDeclaration': {
      if (!node.id) return around(node.start!)
      const name = node.id.name
      const isDefault = parent.type === 'ExportDefaultDeclaration'
      return [...around(node.start!, isDefault ? '' : `const ${name} = `), { at: node.id.start!, text: '', drops: name.length }, { at: node.end!, text: ';' }]
    }
    case 'ClassMethod': case 'ClassPrivateMethod': return node.decorators?.length ? [] : [{ at: node.start!, text: '@R4cRetry() ' }]
    // `async m() {…}` of an object: `m: async function () {…}`
    case 'ObjectMethod': return node.computed || /\bsuper\b/.test(code.slice(node.start!, node.end!)) ? [] : [
      { at: node.start!, text: `${code.slice(node.key.start!, node.key.end!)}: r4cMark({ retry: true }, async function`, drops: node.key.end! - node.start! }, { at: node.end!, text: ')' },
    ]
    default: return []
  }
}

function withEdits(code: string, edits: readonly Edit[]): string {
  let text = '', at = 0
  // at one place: what ends comes before what begins
  for (const edit of edits.map((each, i) => ({ ...each, i })).sort((a, b) => a.at - b.at || (a.text.startsWith(')') || a.text === ';' ? 0 : 1) - (b.text.startsWith(')') || b.text === ';' ? 0 : 1) || a.i - b.i)) {
    text += code.slice(at, edit.at) + edit.text
    at = edit.at + (edit.drops ?? 0)
  }
  text += code.slice(at)
  const hashbang = /^#!.*\n/.exec(text)?.[0] ?? ''
  return hashbang + IMPORT + text.slice(hashbang.length)
}
