// A decorated method: its decorators go, its instances are declared in front of the class, and its body gets its frame.
import type { Class, Decorator } from '@babel/types'
import type { Plan } from '../plan.ts'
import type { MethodSite } from '../site.ts'
import type { Piece } from './edits.ts'
import { emitFunction } from './function.ts'
import { frameOf } from './frame.ts'
import { isWrittenOff } from './written-off.ts'
import type { Emission } from './emission.ts'
import { guardMethod } from './interpreted.ts'
import { declarationsOf, instancesOf } from './instances.ts'
import { declareBefore, declareBehind, statementOf } from './placement.ts'

export function emitMethod(plan: Plan, site: MethodSite, emission: Emission): void {
  if (plan.form.kind === 'interpreted') return guardMethod(plan, site, emission)
  removeDecorators(site.decorators, emission)
  keepApart(site, emission)
  if (isWrittenOff(plan)) return
  const instances = instancesOf(plan, emission)
  const { framed, outside } = frameOf(plan, site.node, instances, emission)
  const declarations = declarationsOf(plan, instances, outside, emission)
  const standing = statementOf(emission.pathTo(site.owner))!
  if (plan.after) declareBehind(standing.statement.end!, declarations, emission, emission.layoutAt(standing.statement.start!).base)
  else declareBefore(standing, declarations, emission)
  emitFunction(framed, emission)
}

export function removeDecorators(decorators: readonly Decorator[], emission: Emission): void {
  for (const decorator of decorators) replaceDecorator(decorator, [], emission)
}

/** What comes in its place stays on its line. */
export function replaceDecorator(decorator: Decorator, pieces: readonly Piece[], emission: Emission): void {
  const { source, pretty, edits } = emission
  const { start, end } = { start: decorator.start!, end: decorator.end! }
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const alone = source.slice(lineStart, start).trim() === '' && /^[ \t]*\r?\n/.test(source.slice(end))
  // `default@Retry() class`
  const joins = /[\w$]/.test(source[start - 1] ?? '')
  const space = joins ? 0 : /^[ \t]*/.exec(source.slice(end))![0].length
  emission.drop({ start, end })
  if (pretty && alone && pieces.length === 0) edits.replace(lineStart, end + /^[ \t]*\r?\n/.exec(source.slice(end))![0].length)
  else edits.replace(start, pieces.length > 0 ? end : end + space, [...(joins ? [{ text: ' ', at: start }] : []), ...pieces, ...emission.breaks(start, end)])
}

/** `x = 1` in front of a member that begins with `[` ended at our decorator: now a semicolon has to end it. */
function keepApart({ owner, node, decorators, foreign }: MethodSite, emission: Emission): void {
  const before: Class['body']['body'][number] | undefined = owner.body.body[owner.body.body.indexOf(node as Class['body']['body'][number]) - 1]
  const ours = decorators[0]
  if (!before || !ours || foreign.length > 0 || emission.source[before.end! - 1] === ';' || emission.source[before.end! - 1] === '}') return
  const rest = emission.source.slice(decorators.at(-1)!.end!).trimStart()
  if (/^(?:\[|\(|in\b|instanceof\b)/.test(rest)) emission.edits.after(before.end!, [{ text: ';', at: ours.start! }])
}
