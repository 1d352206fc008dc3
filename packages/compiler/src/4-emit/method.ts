// A decorated method: its decorators go, its instances are declared with its class (`classes.ts`), and its body gets its frame.
import type { Decorator, Node } from '@babel/types'
import { isWrittenOff } from '../3-plan/written-off.ts'
import type { Plan } from '../plan.ts'
import type { MethodSite } from '../site.ts'
import type { Piece } from './edits.ts'
import { emitFunction } from './function.ts'
import { frameOf } from './frame.ts'
import type { Emission } from './emission.ts'
import { declarationsOf, instancesOf, voidedOf, type Declaration } from './instances.ts'

/** What it declares. */
export function emitMethod(plan: Plan, site: MethodSite, emission: Emission): Declaration[] {
  removeDecorators(site.decorators, emission)
  keepApart(site, emission)
  if (isWrittenOff(plan)) return voidedOf(plan, emission)
  const instances = instancesOf(plan, emission)
  const { framed, outside } = frameOf(plan, site.node, instances, emission)
  emitFunction(framed, emission)
  return declarationsOf(plan, instances, outside, emission)
}

export function removeDecorators(decorators: readonly Decorator[], emission: Emission): void {
  const { source, pretty, edits } = emission
  for (let i = 0, next = 0; i < decorators.length; i = next) {
    next = i + 1
    while (next < decorators.length && /^[ \t]*$/.test(source.slice(decorators[next - 1]!.end!, decorators[next]!.start!))) next++
    const beside = decorators.slice(i, next)
    const lines = pretty && wholeLines(source, beside[0]!.start!, beside.at(-1)!.end!)
    if (!lines) for (const decorator of beside) replaceDecorator(decorator, [], emission)
    else {
      for (const { start, end } of beside) emission.drop({ start: start!, end: end! })
      edits.replace(lines.start, lines.end)
    }
  }
}

/** Lines that have nothing else on them, up to what stands on the next: from their first token on, in front of which there may be consts. */
function wholeLines(source: string, from: number, to: number): { start: number; end: number } | undefined {
  const rest = /^[ \t]*\r?\n[ \t]*/.exec(source.slice(to))
  return rest && source.slice(source.lastIndexOf('\n', from - 1) + 1, from).trim() === '' ? { start: from, end: to + rest[0].length } : undefined
}

/** What comes in its place stays on its line. */
export function replaceDecorator(decorator: Decorator, pieces: readonly Piece[], emission: Emission): void {
  const { source, edits } = emission
  const { start, end } = { start: decorator.start!, end: decorator.end! }
  // `default@Retry() class`
  const joins = /[\w$]/.test(source[start - 1] ?? '')
  const space = joins ? 0 : /^[ \t]*/.exec(source.slice(end))![0].length
  emission.drop({ start, end })
  edits.replace(start, pieces.length > 0 ? end : end + space, [...(joins ? [{ text: ' ', at: start }] : []), ...pieces, ...emission.breaks(start, end)])
}

/** A field in front ended at our decorator: a semicolon has to end it where it would go on, `x = 1` with `[`, or be read as a modifier, `static` or `get`. */
export function keepApart({ owner, node, decorators, foreign }: MethodSite, { edits, source, find }: Emission): void {
  const members: readonly Node[] = owner.body.body
  const before = members[members.indexOf(node) - 1]
  if (!before?.type.endsWith('Property') || foreign.length > 0 || source[before.end! - 1] === ';') return
  const at = decorators[0]?.start ?? node.start!
  // `async` may go, too
  const begins = node.static ? '' : source.slice(node.computed ? find('[', decorators.at(-1)?.end ?? node.start!) : node.key.start!)
  const key = 'key' in before && (before.key as Node).end === before.end ? source.slice((before.key as Node).start!, before.end!) : ''
  if (/^(?:\[|in\b|instanceof\b)/.test(begins) || MODIFIERS.has(key)) edits.after(before.end!, [{ text: ';', at }])
}

const MODIFIERS = new Set(['static', 'get', 'set', 'async', 'accessor', 'declare', 'readonly', 'public', 'private', 'protected', 'override', 'abstract'])
