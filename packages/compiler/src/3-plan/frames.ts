import type { Frame, PlannedLayer } from '../plan.ts'
import type { Mode } from '../site.ts'
import type { Rooms } from './index.ts'

/** Layers share one function until one of them races: its inside is the next frame. Nothing races with a function that doesn't wait. */
export function framesOf(layers: readonly PlannedLayer[], mode: Mode, rooms: Rooms): Frame[] {
  const frames: PlannedLayer[][] = [[]]
  for (const layer of layers) {
    frames.at(-1)!.push(layer)
    if (mode === 'async' && rooms[layer.layer]?.traits.races) frames.push([])
  }
  return frames.map((frame) => ({ layers: frame }))
}
