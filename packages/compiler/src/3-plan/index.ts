// Site[] → Plan[]: values checked and folded, layers in order, frames, and the form in which each site is emitted.
import type { Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Rooms } from '../2-find/finder.ts'
import type { Ours } from '../2-find/index.ts'
import type { Finding } from '../finding.ts'
import type { CompileOptions } from '../index.ts'
import type { Form, Plan, PlannedLayer } from '../plan.ts'
import type { MethodSite, Site, Value } from '../site.ts'
import { factsOf } from './body/facts.ts'
import { asksForSignal, checkSignals, signalCalls } from './attempt-signal.ts'
import { formOf, refusedUnderStrict, whyGiven } from './form.ts'
import { functionOf } from './function-of.ts'
import { framesOf } from './frames.ts'
import { hintsOf } from './hints.ts'
import { mayStandInPlace } from './in-place.ts'
import { siteId } from './ids.ts'
import { planLayer, type Complain } from './layers.ts'
import { checkMembers } from './members.ts'
import { checkTogether, inOrder } from './order.ts'
import { checkMoved, checkMovedOfClass, dependsOnPlace, isHeldBack, mayBeCalledBefore, movedValues, valuesOnClass, whyStays } from './moving.ts'
import { sharedPaths } from './shared-paths.ts'
import { together } from './together.ts'
import { unaskedOf } from './unasked.ts'
import { isWrittenOff } from './written-off.ts'

export type { Rooms }

export interface Planned { readonly plans: readonly Plan[]; readonly findings: readonly Finding[] }

export function plan(sites: readonly Site[], tree: Tree, ours: Ours, rooms: Rooms, options: CompileOptions): Planned {
  const findings: Finding[] = []
  const decorators: Decorators = { all: new Set(sites.flatMap((site) => (site.kind === 'method' ? site.decorators : []))), kept: new Set() }
  const plans = together(sites.map((site) => planSite(site, decorators, tree, ours, rooms, options, findings)), decorators.kept, tree)
  findings.push(...sharedPaths(plans, rooms), ...checkSignals(ours, sites), ...checkClasses(plans, tree))
  return { plans, findings }
}

/** What is written on a class moves where a method of it is compiled. */
function checkClasses(plans: readonly Plan[], tree: Tree): Finding[] {
  const findings: Finding[] = []
  const classes = new Set(plans.flatMap(({ site, form }) => (site.kind === 'method' && form.kind !== 'interpreted' ? (site.ofClass ?? []) : [])))
  for (const marks of classes) checkMovedOfClass(marks, tree, (fault, at) => findings.push({ fault, severity: 'error', subject: marks.subject, at }))
  return findings
}

/** A classifier says how attempts end, or a layer looks back at what can't race. */
const isJudged = ({ classifier, mode }: Site, layers: readonly PlannedLayer[], rooms: Rooms) =>
  classifier !== undefined || layers.some(({ layer, options }) => options.has('classifier') || (mode === 'sync' && rooms[layer]!.traits.races === true))

/** What its layers hand to nobody but their own text. */
const handlersInPlace = (layers: readonly PlannedLayer[], site: Site, given: boolean, { scopes }: Tree, rooms: Rooms): Value[] =>
  layers.flatMap((layer) => (rooms[layer.layer]!.template.inPlace ?? []).flatMap((option) => {
    const value = layer.options.get(option)
    return value && mayStandInPlace(value, site, layer, given, scopes) ? [value] : []
  }))

/** Ours of all methods, and of those planned so far whose options stay where they are, since the site is interpreted. */
interface Decorators { readonly all: ReadonlySet<Node>; readonly kept: Set<Node> }

function planSite(site: Site, decorators: Decorators, tree: Tree, ours: Ours, rooms: Rooms, options: CompileOptions, findings: Finding[]): Plan {
  const complain: Complain = (fault, at, layer) => findings.push({ fault, severity: 'error', subject: layer ? `${layer.label} on ${site.path}` : site.path, at })
  checkTogether(site, rooms, complain)
  checkMembers(site, complain)
  const planned = site.layers.flatMap((written): PlannedLayer[] => {
    const room = rooms[written.layer]
    const layer = room && planLayer(written, site, room, tree.scopes, complain)
    return layer ? [layer] : []
  })
  const ordered = inOrder(planned, site, rooms)
  const frames = framesOf(ordered, site.mode, rooms)
  const fn = functionOf(site)
  const facts = fn && factsOf(fn)
  const inPlace = handlersInPlace(ordered, site, !facts || whyGiven(site, facts, frames, tree) !== undefined, tree, rooms)
  findings.push(...hintsOf(ordered, site, site.signal !== undefined || !fn || asksForSignal(fn, ours), rooms))
  const signals = fn ? signalCalls(fn, ours) : []
  const unasked = unaskedOf(site.evaluated, askedOf({ site, frames, signals }), tree.scopes)
  const drawn: Drawn = { site, frames, unasked, inPlace, ...(facts && { facts }) }
  const form = site.kind === 'method' ? methodForm(drawn, site, decorators, tree, rooms, options, complain) : formOf(drawn, tree, rooms)
  if (options.strict && form.kind === 'interpreted') complain(refusedUnderStrict(form.because), site.at)
  const after = site.kind === 'method' && goesBehind(drawn, site, tree, options)
  return { ...drawn, id: siteId(site.path, options), form, judged: isJudged(site, ordered, rooms), signals: 'given' in form ? [] : signals, after }
}

type Drawn = Pick<Plan, 'site' | 'frames' | 'unasked' | 'inPlace' | 'facts'>

/** What instances and consts are made of. */
function askedOf(plan: Pick<Plan, 'site' | 'frames' | 'signals'>): ReadonlySet<Node> {
  if (isWrittenOff(plan)) return new Set()
  const { frames, site } = plan
  const values = [...frames.flatMap(({ layers }) => layers).flatMap((layer) => [...layer.options.values()]), site.signal, site.registry, site.name, site.classifier]
  return new Set(values.flatMap((value) => (value?.kind === 'expression' ? [value.node] : [])))
}

/** Legacy decorators evaluate options behind the class. */
const goesBehind = ({ frames, unasked, inPlace }: Drawn, site: MethodSite, tree: Tree, { decorators }: CompileOptions): boolean =>
  decorators === 'legacy' && dependsOnPlace([...movedValues(site, frames, unasked, inPlace), ...valuesOnClass(site)], tree)

/** Where its options may go decides too. */
function methodForm(drawn: Drawn, site: MethodSite, { all, kept }: Decorators, tree: Tree, rooms: Rooms, options: CompileOptions, complain: Complain): Form {
  const moved = movedValues(site, drawn.frames, drawn.unasked, drawn.inPlace)
  const legacy = options.decorators === 'legacy'
  const isExpression = site.owner.type === 'ClassExpression'
  const isEarly = goesBehind(drawn, site, tree, options) && mayBeCalledBefore(site, options.passive)
  const why = !legacy && isHeldBack(moved, site, kept, tree) ? 'a method above is interpreted, and its options are evaluated there'
    : isEarly ? 'its options are evaluated behind the class, and it may be called before' : isExpression ? whyStays(moved, site, all, tree, legacy) : undefined
  const form: Form = why === undefined ? formOf(drawn, tree, rooms) : { kind: 'interpreted', because: why }
  // interpreted, a class expression keeps its options where they are
  if (site.interpreted === undefined && !isExpression) checkMoved(moved, site, all, tree, legacy, complain)
  if (form.kind === 'interpreted') for (const decorator of site.decorators) kept.add(decorator)
  return form
}
