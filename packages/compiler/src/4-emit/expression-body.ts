// `async (sku) => fetch(sku)`: the expression is the only return.
import type { Piece } from './edits.ts'
import { behind, brackets, isKept } from './exits.ts'
import type { Emission } from './emission.ts'
import { frameAfter, frameBefore, type Framed } from './function.ts'
import { deeper, join } from './lines.ts'
import { parametersStart } from './signature.ts'

export function emitExpression(framed: Framed, emission: Emission): void {
  const { fn, woven, leaving, layout, shift } = framed
  const { at, result, any, call } = leaving
  const { source, edits } = emission
  const arrow = emission.find('=>', fn.returnType?.end ?? fn.params.at(-1)?.end ?? parametersStart(fn, emission)) + '=>'.length
  const inside = shift + woven.depth
  const kept = isKept(leaving)
  const exit = kept ? { more: '', lines: [] } : behind(leaving)
  const keyword = kept ? 'return' : call ? `${result} =` : `const ${result}${any} =`
  // a line break behind `return` would end it, one in or behind a comment too
  const breaks = /[\n\r\u2028\u2029]/.test(source.slice(arrow, fn.body.start!))
  const [open, close] = !kept ? brackets(fn.body) : breaks ? ['(', ')'] : ['', '']
  const head = { text: `${keyword} ${open}`, depth: inside, at }
  const lead = /^[ \t]*/.exec(source.slice(arrow))![0].length
  const pieces: Piece[] = [
    { text: ' {', at },
    ...join(frameBefore(framed), layout, { lead: ' ', indent: 1 }),
    ...framed.copies.declare(layout.unit.repeat(inside)),
    ...join([head], layout, { lead: ' ', indent: 1 }),
    { from: arrow + lead, to: fn.end!, indent: layout.unit.repeat(inside) },
    { text: close + exit.more, at },
    ...join([...deeper(exit.lines, inside), ...frameAfter(framed)], layout, { lead: kept ? ' ' : '; ', indent: 1 }),
    { text: layout.pretty ? `\n${layout.base}}` : ' }', at },
  ]
  edits.replace(arrow, fn.end!, pieces)
}
