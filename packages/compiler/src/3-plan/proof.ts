// Whether the text alone shows that a value is of its option's kind, so that nothing has to check it at run time.
import type { Identifier, Node } from '@babel/types'
import type { Attribute } from '@resilience4cata/core/attributes'
import type { Scopes } from '../1-parse/scopes.ts'
import { nameOfExport } from '../2-find/ours.ts'
import { unwrap } from '../2-find/syntax.ts'
import type { Value } from '../site.ts'

export function provesItself(value: Value, attribute: Attribute): boolean {
  if (value.kind === 'literal') return true
  const node = unwrap(value.node)
  switch (attribute.kind) {
    case 'function': return isFunctionLiteral(node)
    case 'classifier': return isFunctionLiteral(node) || node.type === 'ObjectExpression'
    case 'list': return node.type === 'ArrayExpression' ? node.elements.every((element) => element !== null && isMatcher(unwrap(element))) : isMatcher(node)
    default: return false
  }
}

/** A classifier of a site that has to be looked at when the program runs. */
export const isUnproven = (value: Value | undefined): boolean => value !== undefined && !provesItself(value, { kind: 'classifier' } as Attribute)

/** A class, a predicate or the name of one: what names stand for is another question. */
const isMatcher = (node: Node) => isFunctionLiteral(node) || node.type === 'StringLiteral' || node.type === 'Identifier'

/** Whether a list has names of which the text doesn't show that they stand for classes or predicates. */
export function hasUnknownNames(value: Value, scopes: Scopes): boolean {
  if (value.kind === 'literal') return false
  const node = unwrap(value.node)
  const entries = node.type === 'ArrayExpression' ? node.elements.flatMap((element) => (element ? [unwrap(element)] : [])) : [node]
  return entries.some((entry) => entry.type === 'Identifier' && !isFunctionName(entry, scopes))
}

function isFunctionName(name: Identifier, scopes: Scopes): boolean {
  const binding = scopes.resolve(name)
  if (!binding) return ERRORS.has(name.name)
  const { node, parent } = binding.path
  if (node.type === 'ImportSpecifier') return parent?.node.type === 'ImportDeclaration' && parent.node.source.value === 'resilience4cata' && OUR_ERROR.test(nameOfExport(node.imported))
  if (binding.kind === 'const') return node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init != null && (isFunctionLiteral(unwrap(node.init)) || unwrap(node.init).type === 'ClassExpression')
  return (binding.kind === 'class' || binding.kind === 'function') && !scopes.referencesTo(binding).some(({ write }) => write)
}

const OUR_ERROR = /^[A-Z]\w*Error$/

/** What each engine has. */
const ERRORS = new Set(['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'DOMException'])

const isFunctionLiteral = (node: Node) =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'ObjectMethod'
