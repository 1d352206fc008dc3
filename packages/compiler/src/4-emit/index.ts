// Plan[] → edits → text and map.
import type { Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Ours } from '../2-find/index.ts'
import type { Rooms } from '../2-find/finder.ts'
import type { CompileOptions } from '../index.ts'
import type { Plan } from '../plan.ts'
import { marks } from '../2-find/names.ts'
import { emitBundles } from './bundles.ts'
import { emitClassDecorators } from './class-decorators.ts'
import { Emission } from './emission.ts'
import { emitImports } from './imports.ts'
import { emitMarker } from './marker.ts'
import { emitMethod } from './method.ts'
import { emitOf } from './of.ts'
import { emitUnused } from './unused.ts'
import { render, type Rendered } from './render.ts'

/** `undefined` when nothing changes. */
export function emit(plans: readonly Plan[], tree: Tree, ours: Ours, rooms: Rooms, { id, layout, strict = false }: CompileOptions): Rendered | undefined {
  const emission = new Emission(tree, rooms, layout === 'pretty')
  const calls = new Map<Node, Plan[]>()
  for (const plan of plans) {
    if (plan.site.kind === 'method') emitMethod(plan, plan.site, emission)
    if (plan.site.kind === 'marker') emitMarker(plan, plan.site, emission)
    if (plan.site.kind === 'of' && plan.form.kind !== 'interpreted') calls.set(plan.site.node, [...(calls.get(plan.site.node) ?? []), plan])
  }
  for (const call of calls.values()) emitOf(call, emission)
  emitClassDecorators(plans, emission)
  emitUnused(ours, emission)
  emitBundles(ours, emission)
  const tells = strict && ours.references.some(({ imported, use }) => use !== 'type' && (imported === '*' || marks(imported)))
  if (emission.edits.isEmpty && !tells) return undefined
  emitImports(ours, tells, emission)
  if (emission.edits.isEmpty) return undefined
  return render(tree, emission.edits, id)
}
