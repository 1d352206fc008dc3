// Plan[] → edits → text and map.
import type { Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Ours } from '../2-find/index.ts'
import type { Rooms } from '../2-find/finder.ts'
import type { CompileOptions } from '../index.ts'
import type { Plan } from '../plan.ts'
import { marks } from '../2-find/names.ts'
import { keyInBlock } from '../3-plan/static-block.ts'
import { emitBundles } from './bundles.ts'
import { emitClassDecorators } from './class-decorators.ts'
import { emitClass, nameApart, type Group } from './classes.ts'
import { Emission } from './emission.ts'
import { guardMethod } from './interpreted.ts'
import { emitImports } from './imports.ts'
import { emitMarker } from './marker.ts'
import { emitMethod } from './method.ts'
import { emitOf } from './of.ts'
import { emitStand, standsOf } from './stands.ts'
import { emitUnused } from './unused.ts'
import { Waiting } from './waiting.ts'
import { Rendered } from './render.ts'

/** `undefined` when nothing changes. */
export function emit(plans: readonly Plan[], tree: Tree, ours: Ours, rooms: Rooms, options: CompileOptions): Rendered | undefined {
  const { id, layout, strict = false, pure = true } = options
  const emission = new Emission(tree, rooms, layout === 'pretty', pure ? '/*#__PURE__*/ ' : '')
  emitSites(plans, emission, options)
  emitClassDecorators(plans, emission)
  emitUnused(ours, emission)
  emitBundles(ours, emission)
  const tells = strict && ours.references.some(({ imported, use }) => use !== 'type' && (imported === '*' || marks(imported)))
  if (emission.edits.isEmpty && !tells) return undefined
  emitImports(ours, tells, emission)
  if (emission.edits.isEmpty) return undefined
  return new Rendered(tree, emission.edits, id)
}

function emitSites(plans: readonly Plan[], emission: Emission, options: CompileOptions): void {
  const decorators = new Set(plans.flatMap(({ site }) => (site.kind === 'method' ? site.decorators : [])))
  const waiting = new Waiting()
  for (const stand of standsOf(plans)) {
    emission.stands.add(stand)
    if (stand.holder.type === 'VariableDeclaration') waiting.add(stand.holder.start!, () => emitStand(stand, emission))
  }
  const groups = groupsOf(plans)
  for (const group of groups.values()) {
    nameApart(group, emission)
    waiting.add(group.owner.end!, () => emitClass(group, emission))
  }
  const calls = new Map<Node, Plan[]>()
  for (const plan of plans) {
    const { site, form } = plan
    waiting.until(site.at.start)
    if (site.kind === 'marker') emitMarker(plan, site, emission)
    else if (site.kind === 'of') { if (form.kind !== 'interpreted') calls.set(site.node, [...(calls.get(site.node) ?? []), plan]) }
    else if (form.kind === 'interpreted') guardMethod(plan, site, keyInBlock(site, decorators, emission.tree, options), emission)
    else groups.get(site.owner)!.declared.set(plan, emitMethod(plan, site, emission))
  }
  waiting.until(Infinity)
  for (const call of calls.values()) emitOf(call, emission)
}

function groupsOf(plans: readonly Plan[]): Map<Node, Group> {
  const groups = new Map<Node, Group>()
  for (const plan of plans) {
    if (plan.site.kind !== 'method' || plan.form.kind === 'interpreted') continue
    const { owner } = plan.site
    groups.set(owner, { owner, plans: [...(groups.get(owner)?.plans ?? []), plan], declared: new Map() })
  }
  return groups
}
