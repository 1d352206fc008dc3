// `@Retry()` on a class has gone into its methods; interpreted, it may stand where it stood.
import type { Plan } from '../plan.ts'
import type { Emission } from './emission.ts'
import { guardClass, guardsClass } from './interpreted.ts'
import { removeDecorators } from './method.ts'

export function emitClassDecorators(plans: readonly Plan[], emission: Emission): void {
  for (const marks of new Set(plans.flatMap(({ site }) => (site.kind === 'method' ? (site.ofClass ?? []) : [])))) {
    if (guardsClass(marks, emission)) guardClass(marks, emission)
    else removeDecorators(marks.ours, emission)
  }
}
