// Parameters that an attempt may not share with the next: the outer list keeps their number, their types and `length`, and each attempt begins with its own,
// evaluated in list order: `let b = r4c$b === void 0 ? 2 : r4c$b`, `let { id } = r4c$given`, `let rest = [...r4c$rest]`.
import type { Node } from '@babel/types'
import { copiedOf, isIdle } from '../3-plan/body/parameters.ts'
import type { UserFunction } from '../site.ts'
import type { Piece } from './edits.ts'
import type { Emission } from './emission.ts'
import type { Layout } from './lines.ts'

export interface Copies {
  /** The declarations, at the beginning of an attempt. */
  declare(indent: string): Piece[]
  /** What a parameter is called in the outer list. */
  outer(name: string): string
  outerOf(this: void, param: Node): string
  /** Whether there are any. */
  readonly some: boolean
}

const nameOf = (param: Node): string => (param.type === 'Identifier' ? param.name : '')

const NO_COPIES: Copies = { declare: () => [], outer: (name) => name, outerOf: nameOf, some: false }

/** A body that is called has its own parameters; in the outer list each has its name, or one is made for its pattern. */
export function namesOf(fn: UserFunction, local: (word: string) => string): Copies {
  const names = new Map(fn.params.map((param) => {
    const { target } = partsOf(param)
    return [param as Node, target.type === 'Identifier' ? target.name : local('given')]
  }))
  return { ...NO_COPIES, outerOf: (param) => names.get(param)! }
}

/** A body that would go on with the statement in front of it. */
export const runsOn = (fn: UserFunction, { pretty, source }: Emission): boolean => !pretty || /^\{\s*[([`/+-]/.test(source.slice(fn.body.start!, fn.body.end!))

export function copiesOf(fn: UserFunction, emission: Emission, { pretty, base, unit }: Layout, local: (word: string) => string): Copies {
  const copied = copiedOf(fn, emission.tree.scopes)
  if (copied.length === 0) return NO_COPIES
  const renamed = new Map<string, string>()
  const outerNames = new Map<Node, string>()
  const declarations = copied.flatMap((param) => {
    const { target, init } = partsOf(param)
    const idle = isIdle(param, fn, emission.tree.scopes)
    const outer = idle ? nameOf(target) : local(target.type === 'Identifier' ? target.name : 'given')
    if (param.type === 'Identifier') renamed.set(param.name, outer)
    outerNames.set(param, outer)
    replaceParameter(param, target, outer, emission)
    if (idle) return []
    const at = param.start!
    const type = restType(param, outer, emission)
    const given: Piece[] = [{ text: param.type === 'RestElement' ? `[...${outer}]${type && ' as any'}` : outer, at }]
    const value: Piece[] = init ? [{ text: `${outer} === void 0 ? `, at }, ...bracketed(init, emission), { text: ' : ', at }, ...given] : given
    return [{ at, pieces: [{ text: 'let ', at }, moved(target), { text: `${type} = `, at }, ...value] }]
  })
  const outerOf = (param: Node) => outerNames.get(param) ?? nameOf(param)
  return {
    declare: (indent) => declarations.flatMap(({ at, pieces }): Piece[] => [{ text: pretty ? `\n${base}${unit}${indent}` : ' ', at }, ...pieces, ...(runsOn(fn, emission) ? [{ text: ';', at }] : [])]),
    outer: (name) => renamed.get(name) ?? name,
    outerOf,
    some: true,
  }
}

/** What is bound, and its default. */
function partsOf(param: Node): { target: Node; init?: Node } {
  if (param.type === 'AssignmentPattern') return { target: param.left, init: param.right }
  return { target: param.type === 'RestElement' ? param.argument : param }
}

/** In the list there is only a name, with the written type. */
function replaceParameter(param: Node, target: Node, outer: string, emission: Emission): void {
  const at = param.start!
  const type = annotationOf(param.type === 'RestElement' && annotationOf(param) ? param : target)
  const optional = target.type === 'Identifier' && target.optional ? '?' : ''
  const pieces: Piece[] = [...(param.type === 'RestElement' ? [{ text: '...', at }] : []), { text: outer + optional, at: target.start!, ...(target.type === 'Identifier' && { name: target.name }) }]
  if (type) pieces.push({ from: type.start!, to: type.end! })
  else if (param.type !== 'Identifier') pieces.push({ text: emission.any, at })
  if (param.type === 'AssignmentPattern') pieces.push({ text: emission.any ? ' = undefined as any' : ' = undefined', at })
  const kept = type ? emission.source.slice(type.start!, type.end!).split('\n').length : 1
  const breaks = kept > 1 ? [...emission.breaks(at, type!.start!), ...emission.breaks(type!.end!, param.end!)] : emission.breaks(at, param.end!)
  emission.edits.replace(at, param.end!, [...pieces, ...breaks])
}

const annotationOf = (node: Node): Node | undefined => ('typeAnnotation' in node ? ((node.typeAnnotation as Node | null | undefined) ?? undefined) : undefined)

/** Of a rest that is no plain array: a copy of a tuple, or of what a type parameter stands for, would be of its elements only. */
function restType(param: Node, outer: string, { any }: Emission): string {
  if (param.type !== 'RestElement' || any === '') return ''
  const type = annotationOf(param) ?? annotationOf(param.argument)
  return type?.type === 'TSTypeAnnotation' && type.typeAnnotation.type !== 'TSArrayType' ? `: typeof ${outer}` : ''
}

/** A pattern's or name's own text, without its type: that is inferred. */
function moved(target: Node): Piece {
  const end = target.type === 'Identifier' ? target.start! + target.name.length : (annotationOf(target)?.start ?? target.end!)
  return { from: target.start!, to: end, folded: true, moved: true }
}

const WEAK = new Set(['ArrowFunctionExpression', 'ConditionalExpression', 'AssignmentExpression', 'YieldExpression', 'SequenceExpression', 'TSAsExpression', 'TSSatisfiesExpression'])

function bracketed(init: Node, { pretty }: Emission): Piece[] {
  const piece: Piece = { from: init.start!, to: init.end!, folded: !pretty, moved: true }
  return WEAK.has(init.type) ? [{ text: '(', at: init.start! }, piece, { text: ')', at: init.start! }] : [piece]
}
