// One resilient function: the woven frame around its body, which stands in place or is called.
import type { BlockStatement } from '@babel/types'
import { decoratorsOf } from '../1-parse/children.ts'
import type { Facts } from '../3-plan/body/facts.ts'
import { isNeverThenable } from '../3-plan/body/thenable.ts'
import { unwrap } from '../2-find/syntax.ts'
import type { Plan } from '../plan.ts'
import type { Site, UserFunction } from '../site.ts'
import { emitCalled } from './called.ts'
import type { Copies } from './copies.ts'
import type { Emission } from './emission.ts'
import { line } from './emission.ts'
import { canComplete } from './completion.ts'
import { behind, brackets, fallsOff, resolvesDirectly, styleOf, type Leaving } from './exits.ts'
import { deeper, join, type Layout, type Line } from './lines.ts'
import type { Piece } from './edits.ts'
import { emitExpression } from './expression-body.ts'
import { emitHoisted, type Hoists } from './hoisted.ts'
import { noteReceiver } from './receiver.ts'
import { notedType, parametersStart } from './signature.ts'
import type { Around as Text } from './weave.ts'

/** What stands around a body. */
export interface Around {
  readonly plan: Plan
  /** Before anything else in the function, and behind all. */
  readonly opening: readonly Line[]
  readonly closing: readonly Line[]
  /** How much deeper the frame stands for them. */
  readonly shift: number
  readonly woven: Text
  /** What ends the body early: its scope. */
  readonly scope: string | undefined
  readonly leaving: Leaving
  readonly layout: Layout
  /** The function makes its promise itself. */
  readonly plain: boolean
}

/** The frame of a function of the user's text, ready for its body. */
export interface Framed extends Around {
  readonly fn: UserFunction
  /** What stands in functions of the frame becomes static methods beside this one. */
  readonly hoists: Hoists | undefined
  /** Parameters of which each attempt has its own. */
  readonly copies: Copies
}

export function emitFunction(framed: Framed, emission: Emission): void {
  if (framed.plain && framed.fn.async) notAsync(framed, emission)
  if (framed.plan.form.kind === 'called') return emitCalled(framed, emission)
  if (framed.hoists) return emitHoisted(framed, framed.hoists, emission)
  noteType(framed, emission)
  noteReceiver(framed, emission)
  if (framed.fn.body.type === 'BlockStatement') emitBlock(framed, framed.fn.body, emission)
  else emitExpression(framed, emission)
}

/** What a function of the frame is called after: the user's own, by its name, else by the last of the names that lead to it. */
export function frameWord(site: Site): string {
  const { path } = site
  const fn = site.kind === 'marker' ? unwrap(site.fn) : undefined
  const last = fn?.type === 'FunctionExpression' && fn.id ? fn.id.name : path.slice(path.lastIndexOf('.') + 1).replace(/^#/, '')
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(last) ? last : 'frame'
}

/** It makes its promise itself. */
function notAsync({ fn }: Framed, { edits, source, find }: Emission): void {
  const at = find('async', decoratorsOf(fn).at(-1)?.end ?? fn.start!)
  edits.replace(at, at + /^async[ \t]*/.exec(source.slice(at))![0].length)
}

/** Of a parameter list that stays where it is. */
function noteType(framed: Framed, emission: Emission): void {
  const { fn } = framed
  const text = notedType(framed, emission)
  if (text === '') return
  const end = emission.find(')', fn.params.at(-1)?.end ?? parametersStart(fn, emission)) + 1
  emission.edits.after(end, [{ text, at: end }])
}

export const frameBefore = ({ opening, woven, shift }: Around): Line[] => [...opening, ...deeper(woven.before, shift)]
export const frameAfter = ({ closing, woven, shift }: Around): Line[] => [...deeper(woven.after, shift), ...closing]

/** Whether a returned value may be a thenable. */
export function mayReturnThenable(fn: UserFunction, { returns }: Facts, { tree }: Emission): boolean {
  const values = fn.body.type === 'BlockStatement' ? returns.map(({ argument }) => argument) : [fn.body]
  return values.some((value) => !isNeverThenable(value, fn, tree.scopes))
}

export function emitBlock(framed: Framed, body: BlockStatement, emission: Emission): void {
  const { plan, woven, leaving, layout, shift } = framed
  const { at } = leaving
  const { returns } = plan.facts!
  const last = body.body.at(-1)
  const style = styleOf(returns, last, leaving)
  const inside = shift + woven.depth
  const label = style === 'label' ? leaving.local('body') : ''
  const exit = behind(leaving), end = fallsOff(leaving, emptyReturn(framed, emission))
  const opened = label ? [...freshResult(returns, leaving), line(`${label}: {`, at)] : []
  const before = [...frameBefore(framed), ...deeper(opened, inside)]
  const closed = label ? [line('}', at), ...(returns.some(({ argument }) => argument) ? withMore(exit, leaving) : end)] : canComplete(last) ? end : []
  const after = [...deeper(closed, inside), ...frameAfter(framed)]
  if (label) for (const statement of returns) leaveLabel(statement, label, leaving, emission)
  else if (style === 'tail' && returns[0]) leaveTail(returns[0], exit, framed, emission)
  const indent = layout.unit.repeat(inside + (label ? 1 : 0))
  emission.edits.replace(body.start! + 1, body.end! - 1, [
    ...join(before, layout, { lead: ' ', indent: 1 }),
    ...framed.copies.declare(indent),
    ...bodyPieces(body, indent, layout, emission, at),
    ...closing(after, body, at, layout, emission),
  ])
}

/** At an end that the type checker knows isn't reached (a `switch` over all there is, a call that never returns) a type wants a value: one that is written, else that of what is returned. */
function emptyReturn({ fn: { returnType }, plan }: Framed, { any, source }: Emission): string {
  const wantsValue = returnType ? !/\b(?:void|undefined|any|unknown)\b/.test(source.slice(returnType.start!, returnType.end!)) : plan.facts!.returns.some(({ argument }) => argument)
  return any !== '' && wantsValue ? 'return undefined as any' : 'return'
}

/** Each attempt begins without a result, also where the variable stands outside of all. */
function freshResult(returns: readonly Return[], { call, result, any, at }: Leaving): Line[] {
  if (!returns.some(({ argument }) => argument)) return []
  return [line(call ? `${result} = undefined` : `let ${result}${any}`, at)]
}

const withMore = ({ more, lines }: { more: string; lines: Line[] }, { at }: Leaving): Line[] => (more ? [line(`const ${more.slice(2)}`, at), ...lines] : lines)

/** The user's statements. In `pretty` a body on one line goes to a line of its own. */
function bodyPieces(body: BlockStatement, indent: string, { pretty, base, unit }: Layout, emission: Emission, at: number): Piece[] {
  const from = body.start! + 1, to = body.end! - 1
  if (!pretty) return [{ from, to }]
  const text = emission.source.slice(from, to)
  if (text.trim() === '') return []
  const lead = /^\s*/.exec(text)![0], trail = /\s*$/.exec(text)![0]
  const onOwnLine = lead.includes('\n')
  const start = onOwnLine ? from : from + lead.length
  return [...(onOwnLine ? [] : [{ text: `\n${base}${unit}${indent}`, at }]), { from: start, to: to - trail.length, indent }]
}

function closing(after: readonly Line[], body: BlockStatement, at: number, layout: Layout, emission: Emission): Piece[] {
  // of layers that are all written off nothing is left
  if (after.length === 0 && !layout.pretty) return []
  if (layout.pretty) return [...join(after, layout, { indent: 1 }), { text: `\n${layout.base}`, at }]
  const text = emission.source.slice(body.start! + 1, body.end! - 1)
  const tail = text.slice(text.trimEnd().length)
  const ended = text.trim() === '' || tail.includes('\n') || text.trimEnd().endsWith(';') || after[0]!.text.startsWith('}')
  return [...join(after, layout, { lead: ended ? (tail === '' ? ' ' : '') : '; ' }), { text: ' ', at }]
}

type Return = Facts['returns'][number]

// What stands in place of a `return` maps to it: coverage tools ask there whether a call has come this far.

/** `return x` → `{ r4c$result = x; break r4c$body }`. */
function leaveLabel(statement: Return, label: string, { result }: Leaving, { edits, source }: Emission): void {
  const at = statement.start!
  if (!statement.argument) return edits.replace(statement.start!, statement.start! + 'return'.length, [{ text: `break ${label}`, at }])
  const [open, close] = brackets(statement.argument)
  edits.replace(statement.start!, statement.start! + 'return'.length, [{ text: `{ ${result} =${spaced(open)}`, at }])
  const isEnded = source[statement.end! - 1] === ';'
  if (isEnded && close) edits.ending(statement.end! - 1, [{ text: close, at }])
  edits.ending(statement.end!, [{ text: `${isEnded ? '' : `${close};`} break ${label} }`, at }])
}

const SPLIT = '\0'

/** `return x` → `const r4c$result = x, …; return …`; where nothing is asked of it, `return r4c$race.resolve(x)`. */
function leaveTail(statement: Return, exit: { more: string; lines: Line[] }, { fn, leaving, layout: { base, unit } }: Framed, emission: Emission): void {
  const { result, at, any, call } = leaving
  const { edits, source } = emission
  const ofItsLine = emission.layoutAt(statement.start!)
  const onOneLine = !source.slice(fn.body.start!, statement.start!).includes('\n')
  const layout = onOneLine ? { ...ofItsLine, base: base + unit } : ofItsLine
  // its semicolon may stand on another line
  if (!statement.argument) return edits.replace(statement.start!, statement.end!, [...join(fallsOff({ ...leaving, at: statement.start! }), layout, { opens: true }), ...emission.breaks(statement.start!, statement.end!)])
  const [open, close] = brackets(statement.argument)
  if (resolvesDirectly(leaving)) {
    const [before, after] = leaving.resolve!(SPLIT).split(SPLIT)
    // brackets of its own are no part of the argument's node
    edits.replace(statement.start!, statement.start! + /^return[ \t]*/.exec(source.slice(statement.start!, statement.argument.start!))![0].length, [{ text: `return ${before}${open}`, at: statement.start! }])
    const end = source[statement.end! - 1] === ';' ? statement.end! - 1 : statement.end!
    return end < statement.end! ? edits.before(end, [{ text: close + after, at }]) : edits.after(end, [{ text: close + after, at }])
  }
  edits.replace(statement.start!, statement.start! + 'return'.length, [{ text: `${call ? result : `const ${result}${any}`} =${spaced(open)}`, at: statement.start! }])
  const rest = [{ text: close + exit.more, at }, ...join(exit.lines, layout, { lead: '; ' })]
  if (source[statement.end! - 1] === ';') edits.replace(statement.end! - 1, statement.end!, rest)
  else edits.after(statement.end!, rest)
}

/** What follows has a space of its own in front. */
const spaced = (open: string) => (open ? ` ${open.trimEnd()}` : '')
