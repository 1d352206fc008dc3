import type { ArrowFunctionExpression, ClassMethod, ClassPrivateMethod, FunctionExpression } from '@babel/types'
import { isFunction, unwrap } from '../2-find/syntax.ts'
import type { Site } from '../site.ts'

/** The function whose body it is, where the text of the site shows it. */
export function functionOf(site: Site): ClassMethod | ClassPrivateMethod | ArrowFunctionExpression | FunctionExpression | undefined {
  if (site.kind === 'method') return site.node
  if (site.kind === 'of') return undefined
  const fn = unwrap(site.fn)
  return isFunction(fn) ? fn : undefined
}
