// The parameter list of a function whose body is called: the number, the `length` and the types of the written one, and nothing that evaluates.
import type { Node } from '@babel/types'
import { decoratorsOf } from '../1-parse/children.ts'
import type { UserFunction } from '../site.ts'
import type { Piece } from './edits.ts'
import type { Emission } from './emission.ts'
import type { Framed } from './function.ts'

export interface Signature {
  /** Behind the name: `(sku: string, currency: any = undefined): Promise<string>`. */
  readonly pieces: readonly Piece[]
  /** What the body is called with: `sku, currency`. */
  readonly args: string
}

/** Where the written parameter list begins: its bracket, or the only parameter of an arrow. */
export function parametersStart(fn: UserFunction, { find, tokenAt }: Emission): number {
  if (fn.type === 'ArrowFunctionExpression') return tokenAt(fn.typeParameters?.end ?? fn.start! + (fn.async ? 'async'.length : 0))
  return find('(', fn.typeParameters?.end ?? ('id' in fn && fn.id ? fn.id.end! : 'key' in fn ? fn.key.end! : fn.start!))
}

/** The written `async` is gone: what TypeScript notes beside decorators of others (`design:returntype`) says that a promise comes all the same. */
export function notedType({ plan: { site }, fn, plain }: Framed, { any }: Emission): string {
  const isNoted = site.kind === 'method' && (site.foreign.length > 0 || fn.params.some((param) => decoratorsOf(param).length > 0))
  return plain && fn.async && isNoted && any && !fn.returnType ? ': Promise<any>' : ''
}

/** `outerOf`: what a parameter is called here. `type`: what it returns, `receiver`: what is in front of its parameters, where nothing is written. */
export function signatureOf(fn: UserFunction, emission: Emission, at: number, outerOf: (param: Node) => string, type = '', receiver = ''): Signature {
  const args: string[] = []
  const pieces: Piece[] = [{ text: `(${receiver}${receiver && fn.params.length > 0 ? ', ' : ''}`, at }]
  for (const [i, param] of fn.params.entries()) {
    if (i > 0) pieces.push({ text: ', ', at })
    // they stand here now; `called` takes them out of the inner list
    for (const { start, end } of decoratorsOf(param)) pieces.push({ from: start!, to: end!, folded: !emission.pretty, moved: true }, { text: ' ', at: start! })
    const { name, more, value } = outer(param, emission, at, outerOf(param))
    pieces.push({ text: name, at }, ...more)
    if (value) args.push(value)
  }
  pieces.push({ text: `)${type}`, at })
  if (fn.returnType) pieces.push({ from: fn.returnType.start!, to: fn.returnType.end!, folded: !emission.pretty, moved: true })
  return { pieces, args: args.join(', ') }
}

function outer(param: Node, emission: Emission, at: number, name: string): { name: string; more: Piece[]; value?: string } {
  const typed = (node: Node, otherwise = emission.any): Piece[] => {
    const annotation = 'typeAnnotation' in node ? (node.typeAnnotation as Node | null | undefined) : undefined
    return annotation ? [{ from: annotation.start!, to: annotation.end!, folded: !emission.pretty }] : otherwise === '' ? [] : [{ text: otherwise, at }]
  }
  switch (param.type) {
    case 'AssignmentPattern': return { name, more: [...typed(param.left), { text: emission.any ? ' = undefined as any' : ' = undefined', at }], value: name }
    case 'RestElement': return { name: `...${name}`, more: typed(param.typeAnnotation ? param : param.argument), value: `...${name}` }
    case 'Identifier': {
      const optional = param.optional ? '?' : ''
      return { name: param.name + optional, more: typed(param, emission.untyped.has(param) ? emission.any : ''), ...(param.name !== 'this' && { value: param.name }) }
    }
    default: return { name, more: typed(param), value: name }
  }
}
