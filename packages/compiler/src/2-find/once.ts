import type { Path } from '../1-parse/scopes.ts'

const REPEATS: ReadonlySet<string> = new Set([
  'FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ObjectMethod', 'ClassMethod', 'ClassPrivateMethod',
  'ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement',
])

/** Whether what stands here is evaluated at most once in each evaluation of the module. A class's static members are, those of its instances aren't. */
export function isModuleLevel(site: Path): boolean {
  for (let path: Path | undefined = site; path; path = path.parent) {
    const { parent, key } = path
    if (!parent) break
    if (REPEATS.has(parent.node.type) && key !== 'decorators' && key !== 'key') return false
    const isField = parent.node.type === 'ClassProperty' || parent.node.type === 'ClassPrivateProperty' || parent.node.type === 'ClassAccessorProperty'
    if (isField && key === 'value' && !(parent.node as { static?: boolean }).static) return false
  }
  return true
}
