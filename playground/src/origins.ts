// Which lines of the output came from which layer: generated text maps to its decorator.
import type { CompileResult, LayerReport } from '@resilience4cata/compiler/index'
import { originalPositions } from '@resilience4cata/hosts/original-positions'
import type { Lit } from './editors.ts'

export function originsOf({ code, map, sites }: CompileResult, source: string, looked: LayerReport | undefined): Lit {
  const lines = new Map<number, { layer: string; strong: boolean }>()
  if (!map) return lines
  const original = originalPositions(map, source)
  const layers = sites.flatMap(({ frames }) => frames.flat())
  code.split('\n').forEach((text, index) => {
    const column = text.search(/\S/)
    const place = column < 0 ? undefined : original({ line: index + 1, column })?.index
    const from = place === undefined ? undefined : layers.find(({ at }) => at.start <= place && place < at.end)
    if (from) lines.set(index + 1, { layer: from.layer, strong: from.at.start === looked?.at.start })
  })
  return lines
}
