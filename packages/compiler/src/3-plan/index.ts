// Site[] → Plan[]: values checked and folded, layers in order, frames, and the form in which each site is emitted.
import type { Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Rooms } from '../2-find/finder.ts'
import type { Ours } from '../2-find/index.ts'
import type { Finding } from '../finding.ts'
import type { CompileOptions } from '../index.ts'
import type { Form, Plan, PlannedLayer } from '../plan.ts'
import type { Site } from '../site.ts'
import { factsOf } from './body/facts.ts'
import { asksForSignal, checkSignals, signalCalls } from './attempt-signal.ts'
import { formOf, refusedUnderStrict } from './form.ts'
import { functionOf } from './function-of.ts'
import { framesOf } from './frames.ts'
import { hintsOf } from './hints.ts'
import { siteId } from './ids.ts'
import { planLayer, type Complain } from './layers.ts'
import { checkMembers } from './members.ts'
import { checkTogether, inOrder } from './order.ts'
import { checkMoved, dependsOnPlace, isHeldBack, mayBeCalledBefore, movedValues } from './moving.ts'
import { sharedPaths } from './shared-paths.ts'

export type { Rooms }

export interface Planned { readonly plans: readonly Plan[]; readonly findings: readonly Finding[] }

export function plan(sites: readonly Site[], tree: Tree, ours: Ours, rooms: Rooms, options: CompileOptions): Planned {
  const findings: Finding[] = []
  const decorators: Decorators = { gone: new Set(), kept: new Set() }
  const plans = sites.map((site) => planSite(site, decorators, tree, ours, rooms, options, findings))
  findings.push(...sharedPaths(plans, rooms), ...checkSignals(ours, sites))
  return { plans: plans.map((each) => together(each, plans)), findings }
}

/** The methods of one `resilient.of` are compiled together: one that is interpreted needs the call as it stands. */
function together(plan: Plan, plans: readonly Plan[]): Plan {
  const { site, form } = plan
  if (site.kind !== 'of' || form.kind === 'interpreted') return plan
  const other = plans.find((each) => each.site.kind === 'of' && each.site.node === site.node && each.form.kind === 'interpreted')
  return other ? { ...plan, form: { kind: 'interpreted', because: `${other.site.path} is interpreted, and is made by the same call` } } : plan
}

const isJudged = ({ classifier }: Site, layers: readonly PlannedLayer[]) => classifier !== undefined || layers.some(({ options }) => options.has('classifier'))

/** Ours of the methods planned so far: their options have moved, or stay where they are since the site is interpreted. */
interface Decorators { readonly gone: Set<Node>; readonly kept: Set<Node> }

function planSite(site: Site, { gone, kept }: Decorators, tree: Tree, ours: Ours, rooms: Rooms, options: CompileOptions, findings: Finding[]): Plan {
  const complain: Complain = (fault, at, layer) => findings.push({ fault, severity: 'error', subject: layer ? `${layer.label} on ${site.path}` : site.path, at })
  checkTogether(site, rooms, complain)
  checkMembers(site, tree, complain)
  const planned = site.layers.flatMap((written): PlannedLayer[] => {
    const room = rooms[written.layer]
    const layer = room && planLayer(written, site, room, complain)
    return layer ? [layer] : []
  })
  const ordered = inOrder(planned, site, rooms)
  const frames = framesOf(ordered, site.mode, rooms)
  const moved = site.kind === 'method' ? movedValues(site, frames) : []
  const fn = functionOf(site)
  const facts = fn && factsOf(fn)
  findings.push(...hintsOf(ordered, site, site.signal !== undefined || !fn || asksForSignal(fn, ours), rooms))
  const isHeld = site.kind === 'method' && isHeldBack(moved, site, kept, tree)
  const legacy = options.decorators === 'legacy'
  const after = legacy && dependsOnPlace(moved, tree)
  const held = isHeld ? 'a method above is interpreted, and its options are evaluated there'
    : after && site.kind === 'method' && mayBeCalledBefore(site, options.passive) ? 'its options are evaluated behind the class, and it may be called before' : undefined
  const form: Form = held ? { kind: 'interpreted', because: held } : formOf({ site, frames, ...(facts && { facts }) }, tree, rooms)
  // interpreted, a class expression keeps its options where they are
  const staysInPlace = site.kind === 'method' && (site.interpreted !== undefined || (form.kind === 'interpreted' && site.owner.type === 'ClassExpression'))
  if (site.kind === 'method' && !staysInPlace) checkMoved(moved, site, new Set([...gone, ...kept]), tree, legacy, complain)
  if (site.kind === 'method') for (const decorator of site.decorators) (form.kind === 'interpreted' ? kept : gone).add(decorator)
  if (options.strict && form.kind === 'interpreted') complain(refusedUnderStrict(form.because), site.at)
  return { site, id: siteId(site.path, options), frames, form, judged: isJudged(site, ordered), ...(facts && { facts }), signals: fn && !('given' in form) ? signalCalls(fn, ours) : [], after }
}
