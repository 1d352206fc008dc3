// A method with a race, without a closure for each call: what stands in functions of its frame becomes static methods beside it, private ones, called with the receiver.
// Only where that can't show, and where all that the functions see is their receiver, parameters and a few locals.
import type { ClassMethod, ClassPrivateMethod, Node } from '@babel/types'
import { eachChild } from '../1-parse/children.ts'
import type { Piece } from './edits.ts'
import { line, type Emission } from './emission.ts'
import { emitBlock, frameWord, type Around, type Framed } from './function.ts'
import { deeper, join, type Line } from './lines.ts'
import { notedType, parametersStart, signatureOf } from './signature.ts'

export interface Hoists {
  readonly owner: string
  /** TypeScript's type of the receiver. */
  readonly self: string
  readonly params: readonly string[]
  /** Locals of the function that the frame is handed. */
  readonly locals: readonly string[]
  /** The consts of its layers. */
  readonly instances: readonly string[]
  readonly parts: Parts
}

/**
 * A class declaration with a name and without decorators; plain parameters that the body doesn't assign; and nothing that a static method would see otherwise, or that
 * can't be handed to it. `locals`: of the function.
 */
export function hoistsOf({ plan, woven, leaving }: Around, hasCopies: boolean, locals: ReadonlySet<string>, instances: readonly string[], { any }: Emission): Hoists | undefined {
  const { site, form, facts } = plan
  if (site.kind !== 'method' || form.kind !== 'inlined' || site.signal || hasCopies || facts!.usesSuper || facts!.usesArguments) return undefined
  const { node, owner } = site
  if (owner.type !== 'ClassDeclaration' || !owner.id || owner.decorators?.length || owner.typeParameters || node.typeParameters) return undefined
  const params = node.params.flatMap((param) => (param.type === 'Identifier' && !param.decorators?.length && param.name !== 'this' ? [param.name] : []))
  if (params.length < node.params.length || params.includes(owner.id.name) || mentionsThisType(node)) return undefined
  const parts = partsOf(woven)
  const handed = parts && handedOn(parts, locals, leaving)
  return handed && { owner: owner.id.name, self: any && `this: ${node.static ? 'typeof ' : ''}${owner.id.name}`, params, locals: handed, instances, parts }
}

function mentionsThisType(node: Node): boolean {
  let found = node.type === 'TSThisType'
  eachChild(node, (child) => { found ||= mentionsThisType(child) })
  return found
}

/** The lines of a frame by the function that they stand in. */
interface Parts {
  readonly outer: Text
  readonly attempt: Text | undefined
  readonly frame: Text
  readonly depth: number
  /** How deep the frame is called. */
  readonly callDepth: number
}
interface Text { readonly before: Line[]; readonly after: Line[] }

function partsOf({ before, after, depth }: Framed['woven']): Parts | undefined {
  const opens = (what: string) => before.findIndex(({ bracket }) => bracket === what)
  const closes = (what: string) => after.findIndex(({ bracket }) => bracket === what)
  const [a, f, fEnd, aEnd] = [opens('attempt'), opens('frame'), closes('frame'), closes('attempt')]
  if (before.filter(({ bracket }) => bracket === 'frame').length !== 1) return undefined
  const inside = before[f]!.depth + 1
  // behind the frame it is called
  const behind = fEnd + 2
  const outer = a < 0 ? { before: before.slice(0, f), after: after.slice(behind) } : { before: before.slice(0, a), after: after.slice(aEnd + 1) }
  const attempt = a < 0 ? undefined : { before: deeper(before.slice(a + 1, f), -1), after: deeper(after.slice(behind, aEnd), -1) }
  return { outer, attempt, frame: { before: deeper(before.slice(f + 1), -inside), after: deeper(after.slice(0, fEnd), -inside) }, depth: depth - inside, callDepth: before[f]!.depth - (a < 0 ? 0 : 1) }
}

const words = (lines: readonly Line[]): Set<string> => new Set(lines.flatMap(({ text }) => text.match(WORDS) ?? []))

/** Locals that the frame is handed; undefined where an attempt would need some of the method itself. */
function handedOn({ outer, attempt, frame }: Parts, locals: ReadonlySet<string>, { succeed, resolve }: Around['leaving']): string[] | undefined {
  const inside = words([...frame.before, ...frame.after, ...succeed, ...(resolve ? [line(resolve(''), 0)] : [])])
  const around = attempt ?? outer
  const known = words([...around.before, ...around.after])
  const ofMethod = words(outer.before)
  const mentioned = [...locals].filter((name) => inside.has(name))
  if (attempt && [...locals].some((name) => ofMethod.has(name) && (inside.has(name) || known.has(name)))) return undefined
  return mentioned.filter((name) => known.has(name))
}

/**
 * Layers that an attempt mentions more than once it mentions by a local: less bytecode, since each look at a const asks whether it is there yet; and in a bundle
 * the same text at each site, where every const has a name of its own. A frame does without: there a local lives through an `await`, in memory of each call. So does
 * `pretty`, which is for reading.
 */
function byLocals(lines: readonly Line[], { hoists, layout, leaving: { at, local } }: Framed): readonly Line[] {
  const mentioned = lines.flatMap(({ text }) => text.match(WORDS) ?? [])
  const isManifold = (name: string) => mentioned.indexOf(name) < mentioned.lastIndexOf(name)
  const locals = new Map((layout.pretty ? [] : hoists!.instances).filter(isManifold).map((name) => [name, local(`${name.slice('r4c$'.length)}Here`)]))
  if (locals.size === 0) return lines
  const declared = line(`const ${[...locals].map(([name, here]) => `${here} = ${name}`).join(', ')}`, at)
  return [declared, ...lines.map((each) => ({ ...each, text: each.text.replace(WORDS, (word) => locals.get(word) ?? word) }))]
}

const WORDS = /[\w$]+/g

export function emitHoisted(framed: Framed, { owner, self, params, locals, parts }: Hoists, emission: Emission): void {
  const { woven, leaving, layout, opening, closing } = framed
  const fn = framed.fn as ClassMethod | ClassPrivateMethod
  const { at, any } = leaving
  const calls = (name: string, given: readonly string[]) => `${owner}.#${name}.call(${['this', ...given].join(', ')})`
  const word = frameWord(framed.plan.site)
  const frame = emission.names.member(word)
  const start = { ...line(calls(frame, [...locals, ...params]), at), depth: parts.callDepth }
  const { outer, attempt } = parts
  const member = (head: string, lines: readonly Line[]): Piece[] => [
    { text: `${layout.pretty ? `\n${layout.base}` : ' '}${head} {`, at }, ...join(lines, layout, { lead: ' ', indent: 1 }), { text: layout.pretty ? `\n${layout.base}}` : ' }', at },
  ]
  const signature = signatureOf(fn, emission, at, framed.copies.outerOf, notedType(framed, emission)).pieces
  const head = [...(self ? [self] : []), ...locals.map((name) => name + any), ...(params.length > 0 ? [''] : [])].join(', ')
  const attemptName = attempt && emission.names.member(`${word}$attempt`)
  const whole = attemptName ? deeper([...outer.before, ...renamed(outer.after, woven, calls(attemptName, params))], 1) : deeper([...outer.before, start, ...outer.after], 1)
  const from = parametersStart(fn, emission)
  emission.edits.replace(from, fn.end!, [
    ...signature, { text: ' {', at }, ...join([...opening, ...whole, ...closing], layout, { lead: ' ', indent: 1 }), { text: layout.pretty ? `\n${layout.base}}` : ' }', at },
    ...(attempt ? member(`static #${attemptName}(${[...(self ? [self] : []), ...params.map((name) => name + any)].join(', ')})`, byLocals([...attempt.before, start, ...attempt.after], framed)) : []),
    { text: `${layout.pretty ? `\n${layout.base}` : ' '}static async `, at },
    { text: `#${frame}`, at: fn.key.start!, name: emission.source.slice(fn.key.start!, fn.key.end!) },
    { text: `(${head}`, at },
    { from: from + 1, to: fn.end! },
  ])
  if (fn.returnType) emission.edits.replace(fn.returnType.start!, fn.returnType.end!, emission.breaks(fn.returnType.start!, fn.returnType.end!))
  emitBlock({ ...framed, opening: [], closing: [], shift: 0, woven: { ...parts.frame, depth: parts.depth } }, fn.body, emission)
}

/** `r4c$attempt()` → the call; `r4c$attempt` → an arrow that makes it. */
function renamed(lines: readonly Line[], { before }: Framed['woven'], call: string): Line[] {
  const name = /const (\S+)/.exec(before.find(({ bracket }) => bracket === 'attempt')!.text)![1]!
  return lines.map((each) => ({ ...each, text: each.text.replace(`${name}()`, () => call).replace(WORDS, (word) => (word === name ? `() => ${call}` : word)) }))
}
