// How a site ends: its body in place, its body called, or the whole site interpreted. Each with its reason, for `r4c explain`.
import type { Class, Node } from '@babel/types'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { decoratorsOf } from '../1-parse/children.ts'
import type { Tree } from '../1-parse/parse.ts'
import { unwrap } from '../2-find/syntax.ts'
import type { Form, Frame, Plan } from '../plan.ts'
import type { Expressed, Site, UserFunction, Value } from '../site.ts'
import { argumentsOf, keyArgumentsOf } from './arguments.ts'
import { whyCalled } from './body/conditions.ts'
import { factsOf, type Facts } from './body/facts.ts'
import { pathTo } from './body/walk.ts'
import { functionOf } from './function-of.ts'
import { nameGivenTo } from './given-name.ts'
import type { Rooms } from './index.ts'
import { cantFold } from './foldable.ts'
import { isSensitive, mentions, mentionsPrivate } from './moving.ts'

export function formOf({ site, frames, facts, unasked, inPlace }: Pick<Plan, 'site' | 'frames' | 'facts' | 'unasked' | 'inPlace'>, tree: Tree, rooms: Rooms): Form {
  const values = valuesOf(site, frames, unasked)
  const interpreted = whyInterpreted(site, frames, tree, rooms) ?? (site.kind === 'method' ? whyNotCalled(site, facts!) : undefined) ?? whyFixed(site, values, inPlace, tree)
  if (interpreted) return { kind: 'interpreted', because: interpreted }
  const fn = functionOf(site)
  if (!fn) return { kind: 'called', because: site.kind === 'of' ? 'the method is found at run time' : 'the function is given by reference', given: true }
  const given = whyGiven(site, facts!, frames, tree)
  if (given) return { kind: 'called', because: given, given: true }
  const called = whyCalled({ fn, facts: facts!, scopes: tree.scopes, code: tree.code })
  if (!called) return { kind: 'inlined' }
  const fixed = whyParametersStay(fn, tree)
  return fixed ? { kind: 'interpreted', because: fixed } : { kind: 'called', because: called }
}

/** Why its frame is a function of its own, though its text is at hand. */
export const whyGiven = (site: Site, facts: Facts, frames: readonly Frame[], tree: Tree): string | undefined => whyNotCalled(site, facts) ?? whyReceiver(site, frames, tree)

export const refusedUnderStrict = (because: string): Fault =>
  fault('R4C-SIT-011', `the site would be interpreted: ${because}`, 'Write it so that it can be compiled, or take `strict` away.')

function whyInterpreted(site: Site, frames: readonly Frame[], tree: Tree, rooms: Rooms): string | undefined {
  if (site.interpreted) return site.interpreted
  if (site.kind === 'method' && site.ofClass?.isOpen) return 'options on the class are only known at run time'
  if (site.classifier?.kind === 'literal') return 'the classifier of the site is none'
  const fixed = whySiteWide(site, frames, tree, rooms)
  if (fixed) return fixed
  const missing = site.layers.find(({ layer }) => !rooms[layer])
  if (missing) return `${missing.label} has no text yet`
  const open = frames.flatMap((frame) => frame.layers).find(({ written }) => written.options.kind === 'expression')
  return open && `the options of ${open.written.label} are only known at run time`
}

/** What is written for a whole site as an expression is evaluated once; what factories are given, in front of all options. */
function whySiteWide(site: Site, frames: readonly Frame[], { scopes }: Tree, rooms: Rooms): string | undefined {
  const values = (['registry', 'name', 'classifier', 'signal'] as const).flatMap((key) => {
    const value = site[key]
    return value?.kind === 'expression' ? [{ key, value }] : []
  })
  const layers = frames.flatMap((frame) => frame.layers)
  if (site.name?.kind === 'expression' && !layers.some(({ layer }) => Object.hasOwn(rooms[layer]!.table, 'name'))) return 'nobody checks the name of the site'
  const options = layers.flatMap((layer) => [...layer.options.values()]).concat(site.signal ?? [], site.classifier ?? [])
  const given = values.filter(({ key, value }) => (key === 'registry' || key === 'name') && !value.stand)
  const late = given.find(({ value }) => options.some((option) => option.kind === 'expression' && !option.stand && option.at.start < value.at.start && mentions(option.node, (inner) => isSensitive(inner, scopes))))
  return late && `the ${late.key} of the site stands behind an option that is evaluated in front of it`
}

/** What needs a function of its own that an arrow can't be. */
const whyNotCalled = (site: Site, { argumentsEscape, usesSuper, usesNewTarget }: Facts): string | undefined =>
  functionOf(site)!.type !== 'ArrowFunctionExpression' && argumentsEscape && (usesSuper || usesNewTarget) ? 'the body hands `arguments` on and uses `super` or `new.target`' : undefined

/** Where a body is called, decorators of its parameters go to the list outside. */
const whyParametersStay = ({ params }: UserFunction, { code }: Tree): string | undefined =>
  params.flatMap(decoratorsOf).some((decorator) => cantFold(decorator, code)) ? 'a decorator of a parameter has line breaks that are part of a value' : undefined

/** All that is evaluated for a site. */
function valuesOf(site: Site, frames: readonly Frame[], unasked: readonly Expressed[]): Expressed[] {
  const options = frames.flatMap(({ layers }) => layers).flatMap((layer) => [...layer.options.values()])
  return [...options, ...unasked, ...[site.signal, site.registry, site.name, site.classifier].filter((value) => value !== undefined)].filter((value) => value.kind === 'expression')
}

/** Options that can't leave their place. Those that stand in the frame don't leave the class. */
function whyFixed(site: Site, all: readonly Expressed[], inPlace: readonly Value[], tree: Tree): string | undefined {
  const values = all.filter((value) => !inPlace.includes(value))
  const own = values.filter(({ stand }) => !stand)
  if (site.kind === 'method' && values.some(({ node }) => mentionsPrivate(node, site.owner))) return 'an option mentions a private name'
  if (site.kind !== 'method' && own.some(({ node }) => mentions(node, waits))) return 'an option waits where it stands'
  const stands = new Set(values.flatMap(({ stand }) => stand ?? []))
  const moving = [...own, ...[...stands].flatMap((stand) => [...stand.values.values()])]
  const fixed = [...stands].find((stand) => stand.fixed !== undefined)?.fixed
  if (fixed !== undefined) return fixed
  if ([...moving, ...all].some(({ node }) => cantFold(node, tree.code))) return 'an option has line breaks that are part of a value'
  const isPlain = site.moduleLevel && moving.length === 0
  if (site.kind === 'method' && site.owner.type === 'ClassExpression' && !isPlain) return whyNotAround(site.owner, tree)
  if (site.kind === 'marker' && !functionOf(site) && mentions(site.fn, waits)) return 'the function is waited for where it stands'
  return undefined
}

/** What stands around a class expression is a function that gives the class. */
function whyNotAround(owner: Class, { program }: Tree): string | undefined {
  const evaluated = [owner.superClass, ...(owner.decorators ?? []), ...owner.body.body.flatMap((member) => [...('computed' in member && member.computed ? [member.key] : []), ...decoratorsOf(member)])]
  if (evaluated.some((part) => part && mentions(part, waits))) return 'a class expression waits for a part of it'
  return owner.id || nameGivenTo(pathTo(program, owner)) !== undefined ? undefined : 'the class gets its name at run time'
}

const waits = ({ type }: Node): boolean => type === 'AwaitExpression' || type === 'YieldExpression'

/** An arrow sees neither its receiver nor more arguments than it has parameters: where something asks for them, its frame is a function of its own. */
function whyReceiver(site: Site, frames: readonly Frame[], tree: Tree): string | undefined {
  const fn = functionOf(site)!
  if (fn.type !== 'ArrowFunctionExpression') return undefined
  const layers = frames.flatMap((frame) => frame.layers)
  if (layers.some((layer) => argumentsOf(site, fn, layer, tree.scopes).inexact || keyArgumentsOf(fn, layer).inexact)) return 'a function among the options asks for all arguments'
  if (layers.some((layer) => [...layer.options.values()].some((value) => value.kind === 'expression' && asksForReceiver(value)))) return 'a function among the options asks for its receiver'
  const { signal } = site
  const asks = signal?.kind === 'expression' ? unwrap(signal.node) : undefined
  if (asks && asks.type !== 'ArrowFunctionExpression') return 'what gives the signal may ask for its receiver'
  const further = asks?.type === 'ArrowFunctionExpression' && (asks.params.length > fn.params.length || asks.params.some((param) => param.type === 'RestElement'))
  if (further) return 'what gives the signal asks for all arguments'
  return undefined
}

function asksForReceiver({ node }: Expressed): boolean {
  const fn = unwrap(node)
  return (fn.type === 'FunctionExpression' || fn.type === 'ObjectMethod') && factsOf(fn).usesThis
}
