// A site in words: `r4c explain`.
import type { AloneReport, LayerReport, SiteReport } from '@resilience4cata/compiler/plan'
import type { Paint } from './paint.ts'

export function explain(site: SiteReport, file: string, paint: Paint): string {
  const frames = site.frames.map((layers, frame) => [
    ...(site.frames.length > 1 ? [`  frame ${frame + 1}${frame === 0 ? ', the caller’s own' : ''}`] : []),
    ...layers.map((layer) => layerLine(layer, paint)),
  ])
  return [`${paint.strong(site.path)} ${paint.faint(`${file}:${site.line} · ${site.mode} · ${site.id}`)}`, ...frames.flat(), `  ${becameOf(site)}`].join('\n')
}

export const explainAlone = ({ path, by, because, line }: AloneReport, file: string, paint: Paint): string =>
  `${paint.strong(path)} ${paint.faint(`${file}:${line}`)}\n  left alone by ${by} on its class: ${because}`

function layerLine({ layer, written, defaults, inPlace }: LayerReport, paint: Paint): string {
  const own = Object.entries(written).map(([option, value]) => `${option}: ${spell(value)}`)
  const builtIn = Object.entries(defaults).filter(([option]) => !(option in written)).map(([option, value]) => `${option}: ${spell(value)}`)
  const below = builtIn.length ? paint.faint(` · built in: ${builtIn.join(', ')}`) : ''
  const inside = inPlace.length ? ` · in place: ${inPlace.join(', ')}` : ''
  return `  ${paint.accent(layer.padEnd(15))} ${own.join(', ') || paint.faint('nothing written')}${inside}${below}`
}

function becameOf({ form }: SiteReport): string {
  if (form.kind === 'inlined') return 'the body stands in place'
  return form.kind === 'called' ? `the body is called: ${form.because}` : `interpreted at run time: ${form.because}`
}

const spell = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value)))
