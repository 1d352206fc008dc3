// Sites as text, for fixtures of what find sees.
import type { Found } from './index.ts'
import type { Options, Site, Value, WrittenLayer } from '../site.ts'

export function printSites({ sites, ours, wants }: Found, code: string): string {
  const value = (v: Value) => (v.kind === 'literal' ? JSON.stringify(v.value) ?? 'undefined' : `‹${code.slice(v.at.start, v.at.end).replace(/\s+/g, ' ')}›`)
  const entries = (o: Options) => (o.kind === 'object' ? [...o.entries].map(([key, v]) => `${key}: ${value(v)}`).join(', ') : '')
  const options = (o: Options) => (o.kind === 'object' ? `{ ${entries(o)} }`.replace('{  }', '{}') : o.kind === 'flag' ? (o.value ? '' : 'off') : value(o))
  const layer = ({ layer, label, leading, options: o, from }: WrittenLayer) =>
    `  ${[layer.padEnd(15), leading && `${leading.option}: ${value(leading.value)}`, options(o), from && `(of the ${from})`, label !== layer && label].filter(Boolean).join(' ')}`
  const site = (s: Site) => {
    const told = (['name', 'signal', 'classifier', 'registry'] as const).flatMap((key) => (s[key] ? [`${key}: ${value(s[key])}`] : []))
    const head = [s.path, s.kind, s.mode, s.moduleLevel ? 'once' : 'on each run', ...told, s.order && `order: ${s.order.words}`].filter(Boolean).join(' · ')
    return [head, ...s.layers.map(layer), ...(s.interpreted ? [`  interpreted: ${s.interpreted}`] : [])].join('\n')
  }
  const uses = ours.references.filter((r) => r.use !== 'value' || r.imported !== '*').map((r) => `${r.imported} ${r.use}`)
  return [...sites.map(site), `uses: ${uses.join(', ') || 'none'}`, ...(wants.length > 0 ? [`wants: ${wants.join(', ')}`] : []), ''].join('\n')
}
