// `@Retry()` on a class has gone into its methods.
import type { Decorator } from '@babel/types'
import type { Plan } from '../plan.ts'
import type { Emission } from './emission.ts'
import { removeDecorators } from './method.ts'

export function emitClassDecorators(plans: readonly Plan[], emission: Emission): void {
  const decorators = new Set<Decorator>()
  for (const { site } of plans) if (site.kind === 'method') for (const decorator of site.ofClass) decorators.add(decorator)
  removeDecorators([...decorators], emission)
}
