// R4C-REG-010: two sites of one path would be one instance, so what keeps state between calls needs a name.
import { fault } from '@resilience4cata/core/diagnostic'
import type { Finding } from '../finding.ts'
import type { Plan } from '../plan.ts'
import type { Rooms } from './index.ts'
import { keepsState } from './layers.ts'

export function sharedPaths(plans: readonly Plan[], rooms: Rooms): Finding[] {
  const seen = new Set<string>()
  return plans.flatMap(({ id, site, frames }) => {
    const again = seen.has(id)
    seen.add(id)
    if (!again) return []
    return frames.flatMap(({ layers }) => layers).filter((layer) => keepsState(layer.options, rooms[layer.layer]!) && !layer.options.has('name')).map(({ written }): Finding => ({
      fault: fault('R4C-REG-010', `another site of this file is ${site.path} too, and ${written.label} keeps state`, 'Give it a name: `name: \'…\'`. Two sites of one name share the state.'),
      severity: 'error',
      subject: `${written.label} on ${site.path}`,
      at: written.at,
    }))
  })
}
