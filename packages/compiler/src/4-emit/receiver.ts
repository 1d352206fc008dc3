// TypeScript's `this` parameter of a function that says nothing of its receiver, where generated text mentions it. A method has the type of its class.
import type { UserFunction } from '../site.ts'
import type { Emission } from './emission.ts'
import type { Framed } from './function.ts'
import { parametersStart } from './signature.ts'

export const hasReceiver = ({ params: [first] }: UserFunction): boolean => first?.type === 'Identifier' && first.name === 'this'

/** `own`: the body is called with the receiver. */
export function receiverOf({ fn, opening, closing, woven }: Framed, own: boolean, { any }: Emission): string {
  if (any === '' || fn.type !== 'FunctionExpression' || hasReceiver(fn)) return ''
  const isMentioned = own || [...opening, ...woven.before, ...woven.after, ...closing].some(({ text }) => /\bthis\b/.test(text))
  return isMentioned ? `this${any}` : ''
}

/** Of a parameter list that stays where it is. */
export function noteReceiver(framed: Framed, emission: Emission): void {
  const text = receiverOf(framed, false, emission), { fn } = framed
  if (text === '') return
  const start = parametersStart(fn, emission)
  emission.edits.replace(start, start + 1, [{ text: `(${text}${fn.params.length > 0 ? ', ' : ''}`, at: start }])
}
