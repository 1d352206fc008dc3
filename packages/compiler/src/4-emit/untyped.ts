// A marker lets the parameters of its function go without types; where nothing else around the function gives them any, TypeScript wants to read `any`.
import type { Node } from '@babel/types'
import type { Plan } from '../plan.ts'
import type { MarkerSite, UserFunction } from '../site.ts'
import type { Emission } from './emission.ts'
import { parametersStart } from './signature.ts'

export function typeParameters({ form }: Plan, { node }: MarkerSite, fn: UserFunction, emission: Emission): void {
  const { any, edits } = emission
  const isAlone = !hasContext(emission.pathTo(node), node)
  // a body that is called is that of a function in a const
  if (any === '' || !(isAlone || form.kind === 'called')) return
  // `sku => …`
  const isBare = fn.params[0]?.start === parametersStart(fn, emission)
  for (const param of fn.params) {
    const untyped = param.type === 'AssignmentPattern' && param.left.type !== 'Identifier' ? param.left : param
    // each attempt's own copies of the others have it already
    if (form.kind !== 'called' && param.type !== 'Identifier') continue
    if (untyped.type === 'AssignmentPattern' || ('typeAnnotation' in untyped && untyped.typeAnnotation)) continue
    const at = param.start!
    // where it is called the text of the function begins with it
    if (isBare && form.kind === 'called') edits.replace(at, param.end!, [{ text: '(', at }, { text: emission.source.slice(at, param.end!), at }, { text: `${any})`, at }])
    else {
      if (isBare) edits.before(at, [{ text: '(', at }])
      edits.after(untyped.end!, [{ text: isBare ? `${any})` : any, at: untyped.end! }])
    }
    if (isAlone) emission.untyped.add(param)
  }
}

/** Whether a type reaches an expression from outside. */
function hasContext(path: readonly Node[], node: Node): boolean {
  for (let i = path.length - 2, child = node; i >= 0; child = path[i]!, i--) {
    const parent = path[i]!
    switch (parent.type) {
      case 'ArrayExpression': case 'ObjectExpression': break
      case 'ObjectProperty': if (parent.value !== child) return true; break
      case 'VariableDeclarator': return parent.id.type !== 'Identifier' || Boolean(parent.id.typeAnnotation)
      case 'ClassProperty': case 'ClassPrivateProperty': return Boolean(parent.typeAnnotation)
      default: return parent.type !== 'ExportDefaultDeclaration'
    }
  }
  return true
}
