import type { Node } from '@babel/types'
import { eachChild } from './children.ts'
import type { Walk } from './scan.ts'
import type { Path, Scope } from './scopes.ts'

// Names in these places are labels of the type, not references.
const LABELS = new Set(['id', 'key', 'label', 'right', 'qualifier', 'parameterName', 'name'])

/** A type: nothing of it is there at run time, but a name in it (`typeof Retry`) keeps its import. */
export function referInType(walk: Walk, path: Path, scope: Scope): void {
  eachChild(path.node, (node, key) => {
    const at: Path = { node, parent: path, key }
    if (key === 'decorators') return
    if (node.type !== 'Identifier') return referInType(walk, at, scope)
    if (!LABELS.has(key) && !isParameter(path.node, key)) walk.refer(at, scope, { type: true })
    if (node.typeAnnotation) referInType(walk, { node: node.typeAnnotation, parent: at, key: 'typeAnnotation' }, scope)
  })
}

const isParameter = (holder: Node, key: string) => key === 'params' || key === 'parameters' || (holder.type === 'RestElement' && key === 'argument')
