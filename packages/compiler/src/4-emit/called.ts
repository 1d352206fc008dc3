// A body that can't stand in place goes, with its parameter list, into a function of its own inside: an arrow, which keeps `this`, `super`, `arguments` and
// `#private`; or, where `arguments` could be changed, a function that is given a new one each time.
import { decoratorsOf } from '../1-parse/children.ts'
import { usesOwnName } from '../3-plan/body/conditions.ts'
import type { MethodSite } from '../site.ts'
import type { Piece } from './edits.ts'
import { behind, isKept } from './exits.ts'
import { line, type Emission } from './emission.ts'
import { frameAfter, frameBefore, type Framed } from './function.ts'
import { deeper, join, type Line } from './lines.ts'
import { hasReceiver, receiverOf } from './receiver.ts'
import { notedType, parametersStart, signatureOf } from './signature.ts'

export function emitCalled(framed: Framed, emission: Emission): void {
  const { fn, woven, leaving, layout, shift } = framed
  const { at, local } = leaving
  const body = local('body')
  const own = needsOwnFunction(framed, emission)
  const start = parametersStart(fn, emission)
  const signature = signatureOf(fn, emission, at, framed.copies.outerOf, notedType(framed, emission), receiverOf(framed, own, emission))
  const isArrow = fn.type === 'ArrowFunctionExpression'
  const name = fn.type === 'FunctionExpression' && fn.id ? fn.id.name : ''
  const opens = `const ${body} = ${fn.async ? 'async ' : ''}${own ? `function ${name}` : ''}`
  const call = own ? `${body}.apply(this, arguments${emission.any && ' as any'})` : `${body}(${signature.args})`
  const inside = shift + woven.depth
  const lines = [...frameBefore(framed), ...deeper(leave(call, framed), inside), ...frameAfter(framed)]
  if (!isArrow && !own) pointAt(framed, start, emission)
  if (own) withReceiver(framed, start, emission)
  else withoutThis(framed, emission)
  withoutDecorators(framed, emission)
  const pieces: Piece[] = [
    ...signature.pieces,
    { text: isArrow ? ' => {' : ' {', at },
    ...join([line(opens, at)], layout, { lead: ' ', indent: 1 }),
    { from: start, to: fn.end!, indent: layout.unit },
    ...join(lines, layout, { lead: '; ', indent: 1 }),
    { text: layout.pretty ? `\n${layout.base}}` : ' }', at },
  ]
  emission.edits.replace(start, fn.end!, pieces)
}

/** `=>`, on the line of what is in front of it: it can't begin one. */
function pointAt({ fn, leaving: { at } }: Framed, start: number, { edits, source, find }: Emission): void {
  const from = fn.returnType?.end ?? find(')', fn.params.at(-1)?.end ?? start) + 1, to = fn.body.start!
  if (source.slice(from, to).includes('\n')) edits.replace(from, to, [{ text: ' =>', at }, { from, to }])
  else edits.before(to, [{ text: '=> ', at }])
}

/** Where an arrow would not do: a changed `arguments`, the function's own name. */
const needsOwnFunction = ({ fn, plan }: Framed, { tree }: Emission): boolean =>
  fn.type !== 'ArrowFunctionExpression' && (plan.facts!.argumentsEscape || usesOwnName(fn, tree.scopes))

/** In a function that isn't a method's own TypeScript wants to be told what `this` is. */
function withReceiver({ fn, plan: { site, facts } }: Framed, start: number, { edits, any }: Emission): void {
  if (any === '' || !facts!.usesThis || hasReceiver(fn)) return
  const self = site.kind === 'method' ? typeOfReceiver(site) : any
  edits.replace(start, start + 1, [{ text: `(this${self}${fn.params.length > 0 ? ', ' : ''}`, at: start }])
}

function typeOfReceiver({ node, owner: { id, typeParameters } }: MethodSite): string {
  if (!id) return ': any'
  const own = typeParameters?.type === 'TSTypeParameterDeclaration' ? `<${typeParameters.params.map(({ name }) => name).join(', ')}>` : ''
  return node.static ? `: typeof ${id.name}` : `: ${id.name}${own}`
}

/** TypeScript's `this` parameter stays outside: an arrow has none. */
function withoutThis({ fn }: Framed, emission: Emission): void {
  const [first, second] = fn.params
  if (first?.type !== 'Identifier' || first.name !== 'this') return
  const start = first.start!, end = second?.start ?? first.end!
  emission.edits.replace(start, end, emission.breaks(start, end))
}

/** Decorators of parameters belong to the method, which is the outer function. */
function withoutDecorators({ fn }: Framed, emission: Emission): void {
  for (const param of fn.params) {
    const decorators = decoratorsOf(param)
    const [first] = decorators, last = decorators.at(-1)
    if (!first || !last) continue
    const end = last.end! + emission.source.slice(last.end!).search(/\S/)
    emission.edits.replace(first.start!, end, emission.breaks(first.start!, end))
  }
}

function leave(call: string, { fn, leaving }: Framed): Line[] {
  const { at, result, any } = leaving
  const value = fn.async ? `await ${call}` : call
  const maybe = !fn.async && leaving.maybe
  if (isKept({ ...leaving, maybe })) return [line(`return ${value}`, at)]
  const { more, lines } = behind({ ...leaving, maybe })
  return [line(`${leaving.call ? result : `const ${result}${any}`} = ${value}${more}`, at), ...lines]
}
