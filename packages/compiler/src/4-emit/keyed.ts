// A site with keys: each call is served by the instances of its own keys, which count it as long as it is under way.
//
//   const r4c$served = r4c$serve(r4c$bulkhead0, this, [tenant]), r4c$keyedBulkhead = r4c$served.instance
//   r4c$served.inFlight++
//   try { … } finally { r4c$served.inFlight-- }
import { isKeyed } from '@resilience4cata/core/keys'
import type { Plan, PlannedLayer } from '../plan.ts'
import { line, type Emission } from './emission.ts'
import type { Instances } from './instances.ts'
import type { Line } from './lines.ts'
import type { Local, Subject } from './subject.ts'

export interface Keyed {
  /** What each layer is called in the frame. */
  readonly acting: ReadonlyMap<PlannedLayer, string>
  /** What each frame begins with, without what has been said. */
  begins(this: void, lines: readonly Line[]): Line[]
  readonly opening: readonly Line[]
  readonly closing: readonly Line[]
}

export function keyedOf({ frames, site }: Plan, subject: Subject, { of }: Instances, { rooms, names, any }: Emission, local: Local): Keyed | undefined {
  const layers = frames.flatMap((frame) => frame.layers)
  const keyed = layers.filter(({ options }) => isKeyed(options))
  if (keyed.length === 0) return undefined
  const served = keyed.map((layer) => {
    const { factory } = rooms[layer.layer]!.template
    return { layer, entry: local('served'), instance: local(`keyed${factory[0]!.toUpperCase()}${factory.slice(1)}`), at: layer.written.at.start }
  })
  const at = site.layers[0]!.at.start
  // mistakes of options come before those of keys, and nothing acts before either
  const ready = layers.map((layer) => line(`${of.get(layer)!}.ready()`, layer.written.at.start))
  const serves = served.map(({ layer, entry, instance, at }) => line(
    `const ${entry}${any} = ${names.use('serve')}(${of.get(layer)!}, ${subject.self}, ${subject.keyArgumentsOf(layer)}), ${instance}${any} = ${entry}.instance`, at,
  ))
  const counts = (by: '++' | '--') => served.map(({ entry, at }) => line(`${entry}.inFlight${by}`, at))
  const acting = new Map([...of, ...served.map(({ layer, instance }) => [layer, instance] as const)])
  const said = new Set([...acting.values()].map((name) => `${name}.ready()`))
  return {
    acting,
    begins: (lines) => lines.filter(({ text }) => !said.has(text)),
    opening: [...ready, ...serves, ...counts('++'), line('try {', at)],
    closing: [line('} finally {', at), ...counts('--').map((each) => ({ ...each, depth: 1 })), line('}', at)],
  }
}
