// What the rooms have to say of a site that is no mistake: each of its layers is asked, with what stands around it.
import type { Around } from '@resilience4cata/core/build/template'
import { keyOf, unwrap } from '../2-find/syntax.ts'
import type { Finding } from '../finding.ts'
import type { PlannedLayer } from '../plan.ts'
import type { Site, Value } from '../site.ts'
import type { Rooms } from './index.ts'
import { writtenOf } from './layers.ts'

export function hintsOf(layers: readonly PlannedLayer[], site: Site, cancellable: boolean, rooms: Rooms): Finding[] {
  const traits = layers.map(({ layer }) => rooms[layer]!.traits)
  return layers.flatMap(({ layer, written, options }, i) => {
    const around: Around = {
      mode: site.mode, cancellable, outside: traits.slice(0, i), inside: traits.slice(i + 1),
      judgesResults: judgesResults(options.get('classifier') ?? site.classifier),
    }
    const faults = rooms[layer]!.hints?.(writtenOf(options), around) ?? []
    return faults.map((fault): Finding => ({
      fault,
      severity: fault.code.startsWith('R4C-HNT') ? 'hint' : 'warning',
      subject: `${written.label} on ${site.path}`,
      at: (fault.option !== undefined && options.get(fault.option)?.at) || written.at,
    }))
  })
}

/** `{ error }` alone judges what is thrown. */
function judgesResults(classifier: Value | undefined): boolean {
  if (classifier?.kind !== 'expression') return false
  const node = unwrap(classifier.node)
  return node.type !== 'ObjectExpression' || node.properties.some((property) => property.type === 'SpreadElement' || keyOf(property) !== 'error')
}
