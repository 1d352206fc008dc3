// `m(@Param() ...values: string[])`: legacy decorators may stand on a rest parameter too, which the parser's grammar doesn't have. It reads the text without those
// dots, and they are put back into its tree.
import type { File, Function as AnyFunction, Node, RestElement } from '@babel/types'
import { decoratorsOf, eachChild } from './children.ts'

const DOTS = '...'
/** Each costs a reading of the file. */
const MOST = 64

/** `read` throws what the parser does, with the place in `pos`. */
export function readDecoratedRests(code: string, read: (text: string) => File): File | undefined {
  const dots = new Set<number>()
  for (let text = code; dots.size <= MOST;) {
    try {
      const file = read(text)
      putBack(file, dots, code)
      // what is left stood elsewhere, where no grammar has it
      return dots.size === 0 ? file : undefined
    } catch (error) {
      const { pos } = error as { pos?: number }
      if (pos === undefined || !text.startsWith(DOTS, pos)) return undefined
      dots.add(pos)
      text = `${text.slice(0, pos)}   ${text.slice(pos + DOTS.length)}`
    }
  }
  return undefined
}

function putBack(node: Node, dots: Set<number>, code: string): void {
  if ('params' in node && Array.isArray(node.params)) {
    const params = node.params as AnyFunction['params']
    const last = params.at(-1)
    const decorators = last ? decoratorsOf(last) : []
    const from = decorators.at(-1)?.end ?? Infinity
    const at = last && [...dots].find((dot) => dot >= from && dot < last.start!)
    if (at !== undefined && isBindable(last!)) {
      params[params.length - 1] = restOf(last, at, code)
      dots.delete(at)
    }
  }
  eachChild(node, (child) => putBack(child, dots, code))
}

type Bindable = Node & Pick<RestElement, 'typeAnnotation' | 'decorators'> & { argument?: never; optional?: boolean | null }

// neither with a default nor with a question mark
const isBindable = (param: Node): param is Bindable => /^(?:Identifier|ArrayPattern|ObjectPattern)$/.test(param.type) && !(param as Bindable).optional

/** With its type, which the parser leaves with the name. */
function restOf(argument: Bindable, start: number, code: string): RestElement {
  const { decorators = null, typeAnnotation = null, end, loc } = argument
  if (argument.type === 'Identifier') argument.end = argument.start! + argument.name.length
  else if (typeAnnotation) argument.end = Math.max(code.lastIndexOf(']', typeAnnotation.start!), code.lastIndexOf('}', typeAnnotation.start!)) + 1
  delete argument.typeAnnotation
  delete argument.decorators
  return { type: 'RestElement', start, end, loc, argument, decorators, typeAnnotation } as RestElement
}
