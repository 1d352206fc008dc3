// From a plan to the frame of its function: every layer asks for its place, and the weaver puts what they say into one shape.
import type { Plan, PlannedLayer } from '../plan.ts'
import type { UserFunction } from '../site.ts'
import { line, type Emission } from './emission.ts'
import type { Leaving } from './exits.ts'
import { frameWord, type Around, type Framed } from './function.ts'
import { hoistsOf } from './hoisted.ts'
import type { Instances } from './instances.ts'
import { keyedOf } from './keyed.ts'
import { deeper, type Line } from './lines.ts'
import { placing } from './place.ts'
import { weaveCall, type Told } from './races.ts'
import { isUnproven } from '../3-plan/proof.ts'
import { inText, type Local, type Subject } from './subject.ts'

/** The frame, and by layer the capability through which it tells those around it that it has answered. */
export interface Built<F> { readonly framed: F; readonly outside: ReadonlyMap<PlannedLayer, Told> }

/** Around a function whose text is at hand. */
export function frameOf(plan: Plan, fn: UserFunction, instances: Instances, emission: Emission): Built<Framed> {
  const locals = new Set<string>()
  const local = noting(emission.names.locals(), locals)
  const subject = inText(plan, fn, emission, local)
  const { framed, outside, reused } = frameAround(plan, subject, instances, emission, local)
  const own = new Set([...locals].filter((name) => !reused.has(name)))
  const hoists = framed.plain ? hoistsOf(framed, subject.copies.some, own, [...instances.of.values()], emission) : undefined
  return { framed: { ...framed, fn, copies: subject.copies, hoists }, outside }
}

/** Around whatever the subject is. `reused`: names that frames inside may have again. */
export function frameAround(plan: Plan, subject: Subject, instances: Instances, emission: Emission, local: Local): Built<Around> & { readonly reused: ReadonlySet<string> } {
  const { site } = plan
  const { names, any } = emission
  const { maybe, layout } = subject
  const at = site.layers[0]?.at.start ?? site.at.start
  const sync = site.mode === 'sync'
  const scope = instances.signal ? local('scope') : undefined
  const keyed = keyedOf(plan, subject, instances, emission, local)
  const acting = keyed?.acting ?? instances.of
  const frames = plan.frames.map(({ layers }) => layers.map((layer) => placing(layer, { plan, subject, acting, emission, local })))
  const reusable = reusing(local)
  const own = plan.frames.map(({ layers }) => layers.filter(({ options }) => options.has('classifier')))
  const judging = plan.judged ? { classifier: instances.classifier, own: own.map(({ length }) => length > 0), ownNamed: own.flat().some(({ options }) => options.has('name')), unproven: isUnproven(site.classifier), site: quoted(plan.id), maybe } : undefined
  const { before: all, ...woven } = weaveCall(frames, scope, { sync, at, any, local: reusable.local, frame: () => local(frameWord(site)), use: names.use, numbered: (word) => names.numbered(word), keyed: keyed !== undefined, wantsAsync: isOfServer(emission) }, judging)
  const before = keyed?.begins(all) ?? all
  const call = sync && maybe && !judging ? local('call') : ''
  const leaving: Leaving = { mode: site.mode, maybe, result: local('result'), call, succeed: woven.succeed, resolve: woven.resolve, land: woven.land, at, any, local: reusable.local, use: names.use }
  const signal = signalOf(plan, woven.scope, emission, local, at)
  const scopeLines = scope ? cancelled(scope, subject.asks(instances.signal!), sync, woven.plain, emission, at) : []
  const wrap = woven.plain ? promised(scopeLines, leaving) : wrapOf(plan, subject, leaving)
  const opening = [...signal.opening, ...wrap.opening, ...(woven.plain ? [] : deeper(scopeLines, wrap.shift)), ...deeper(keyed?.opening ?? [], wrap.shift)]
  const closing = [...deeper(keyed?.closing ?? [], wrap.shift), ...wrap.closing]
  const first = [...woven.admitted, ...signal.asks].map((each) => (subject.runsOn ? { ...each, text: `${each.text};` } : each))
  // a body without brackets of ours around it stands right behind what refuses its call
  const head = woven.depth === 0 && subject.runsOn && first.length === 0 ? before.map((each, i) => (i < before.length - 1 ? each : { ...each, text: `${each.text};` })) : before
  const framed: Around = {
    plan, opening, closing, shift: wrap.shift + (keyed ? 1 : 0), woven: { ...woven, before: [...head, ...deeper(first, woven.depth)] }, scope: woven.scope,
    leaving, layout, plain: woven.plain === true,
  }
  return { framed, outside: new Map([...woven.outside].map(([i, told]) => [plan.frames[i]!.layers.at(-1)!, told])), reused: reusable.names }
}

/** Whatever a file of server actions exports has to be written `async`. */
const isOfServer = ({ tree: { program } }: Emission): boolean => program.directives.some(({ value }) => value.value === 'use server')

/** Names of a frame that a frame inside it may have again: neither mentions those of the other. */
function reusing(local: (word: string) => string): { local(this: void, word: string): string; names: ReadonlySet<string> } {
  const known = new Map<string, string>()
  const names = new Set<string>()
  return {
    names,
    local(word) {
      if (!REUSED.has(word)) return local(word)
      const name = known.get(word) ?? local(word)
      known.set(word, name)
      names.add(name)
      return name
    },
  }
}

const noting = (local: (word: string) => string, names: Set<string>) => (word: string): string => {
  const name = local(word)
  names.add(name)
  return name
}

const REUSED = new Set(['failure', 'error', 'innerFailure', 'value'])

/** A function that isn't `async` stays so: what awaits is an async arrow inside. A sync one's value is looked at behind all layers. */
function wrapOf({ site, id }: Plan, { async }: Subject, { call, result, any, at, use }: Leaving): { opening: Line[]; closing: Line[]; shift: number } {
  if (call) return { opening: [line(`let ${result}${any}`, at), line(`${call}: {`, at)], closing: [line('}', at), line(`return ${use('settled')}(${result}, ${quoted(id)})`, at)], shift: 1 }
  if (site.mode === 'async' && !async) return { opening: [line('return (async () => {', at)], closing: [line('})()', at)], shift: 1 }
  return { opening: [], closing: [], shift: 0 }
}

/** A function that makes its promise itself never throws: options that are wrong come as a rejection. */
function promised(scopeLines: readonly Line[], { at, any, local, use }: Leaving): { opening: Line[]; closing: Line[]; shift: number } {
  const error = local('error')
  return { opening: [line('try {', at), ...deeper(scopeLines, 1)], closing: [line(`} catch (${error}${any}) { return ${use('rejectedPromise')}(${error}) }`, at)], shift: 1 }
}

const NAME = 'attemptSignal'

/** What the body has in place of `attemptSignal()`: a local of each attempt. Where the body is called it sees the one of the attempt that calls it. */
function signalOf({ form, signals }: Plan, scope: string | undefined, emission: Emission, local: (word: string) => string, at: number): { opening: Line[]; asks: Line[] } {
  if (signals.length === 0) return { opening: [], asks: [] }
  const { edits, names, any } = emission
  const name = local('signal')
  for (const { start, end } of signals) {
    emission.drop({ start, end })
    edits.replace(start, end, [{ text: name, at: start, name: NAME }])
  }
  const value = `${names.use('signalOf')}(${scope ?? ''})`
  if (form.kind === 'inlined') return { opening: [], asks: [line(`const ${name} = ${value}`, at)] }
  return { opening: [line(`let ${name}${any}`, at)], asks: [line(`${name} = ${value}`, at)] }
}

/** The caller's signal is asked for once, and a call that is aborted already does nothing at all. */
function cancelled(scope: string, asked: string, sync: boolean, plain: boolean | undefined, { names, any, pretty }: Emission, at: number): Line[] {
  const aborted = sync ? `throw ${scope}.reason` : `return ${names.use(plain ? 'rejectedPromise' : 'rejected')}(${scope}.reason)`
  return [line(`const ${scope}${any} = ${names.use('callerScope')}(${asked})`, at), line(`if (${scope}?.aborted) ${aborted}${pretty ? '' : ';'}`, at)]
}

export const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

