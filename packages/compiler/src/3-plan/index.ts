// Site[] → Plan[]: values checked and folded, layers in order, frames, and the form in which each site is emitted.
import type { Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Rooms } from '../2-find/finder.ts'
import type { Ours } from '../2-find/index.ts'
import type { Finding } from '../finding.ts'
import type { CompileOptions } from '../index.ts'
import type { Plan, PlannedLayer } from '../plan.ts'
import type { Site } from '../site.ts'
import { factsOf } from './body/facts.ts'
import { asksForSignal, checkSignals } from './attempt-signal.ts'
import { formOf, refusedUnderStrict } from './form.ts'
import { functionOf } from './function-of.ts'
import { framesOf } from './frames.ts'
import { hintsOf } from './hints.ts'
import { siteId } from './ids.ts'
import { planLayer, type Complain } from './layers.ts'
import { checkMembers } from './members.ts'
import { checkTogether, inOrder } from './order.ts'
import { checkMoved, movedValues } from './moving.ts'
import { sharedPaths } from './shared-paths.ts'

export type { Rooms }

export interface Planned { readonly plans: readonly Plan[]; readonly findings: readonly Finding[] }

export function plan(sites: readonly Site[], tree: Tree, ours: Ours, rooms: Rooms, options: CompileOptions): Planned {
  const findings: Finding[] = []
  const gone = new Set<Node>()
  const plans = sites.map((site) => planSite(site, gone, tree, ours, rooms, options, findings))
  findings.push(...sharedPaths(plans, rooms), ...checkSignals(ours, sites))
  return { plans, findings }
}

function planSite(site: Site, gone: Set<Node>, tree: Tree, ours: Ours, rooms: Rooms, options: CompileOptions, findings: Finding[]): Plan {
  const complain: Complain = (fault, at, layer) => findings.push({ fault, severity: 'error', subject: layer ? `${layer.label} on ${site.path}` : site.path, at })
  checkTogether(site, rooms, complain)
  checkMembers(site, tree, complain)
  const planned = site.layers.flatMap((written): PlannedLayer[] => {
    const room = rooms[written.layer]
    const layer = room && planLayer(written, site, room, complain)
    return layer ? [layer] : []
  })
  const ordered = inOrder(planned, site, rooms)
  const frames = framesOf(ordered, rooms)
  const moved = site.kind === 'method' ? movedValues(site, frames) : []
  const fn = functionOf(site)
  const facts = fn && factsOf(fn)
  findings.push(...hintsOf(ordered, site, site.signal !== undefined || !fn || asksForSignal(fn, ours), rooms))
  const form = formOf({ site, frames, ...(facts && { facts }) }, tree, ours, rooms)
  const legacy = options.decorators === 'legacy'
  // interpreted, a class expression keeps its options where they are
  const staysInPlace = site.kind === 'method' && (site.interpreted !== undefined || (form.kind === 'interpreted' && site.owner.type === 'ClassExpression'))
  if (site.kind === 'method' && !staysInPlace) checkMoved(moved, site, gone, tree, legacy, complain)
  if (site.kind === 'method' && form.kind !== 'interpreted') for (const decorator of site.decorators) gone.add(decorator)
  if (options.strict && form.kind === 'interpreted') complain(refusedUnderStrict(form.because), site.at)
  return { site, id: siteId(site.path, options), frames, form, ...(facts && { facts }), after: legacy && moved.length > 0 }
}
