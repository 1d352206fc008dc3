// The plan pane: each site as layers around the body, outermost first, as a call meets them.
import type { LayerReport, SiteReport } from '@resilience4cata/compiler/index'

export interface PlanEvents {
  /** A layer is looked at, or none. */
  onLayer(layer: LayerReport | undefined): void
  onSite(site: SiteReport): void
}

export function showPlan(pane: HTMLElement, sites: readonly SiteReport[], events: PlanEvents): void {
  if (sites.length === 0) {
    pane.replaceChildren(element('p', 'empty', 'Nothing is marked here yet. Put @Retry() above an async method, or write resilient({ retry: true }, fn).'))
    return
  }
  pane.replaceChildren(...sites.map((site) => card(site, events)))
}

function card(site: SiteReport, events: PlanEvents): HTMLElement {
  const article = element('article', 'site')
  const title = element('button', 'title', site.path)
  title.setAttribute('type', 'button')
  title.addEventListener('click', () => events.onSite(site))
  const facts = element('p', 'facts')
  facts.append(element('span', `form ${site.form.kind}`, site.form.kind), element('span', 'fact', site.mode), element('span', 'fact', frames(site)))
  article.append(title, facts, onion(site, events))
  if (site.form.kind !== 'inlined') article.append(element('p', 'because', site.form.because))
  const id = element('p', 'id', site.id)
  id.title = 'The id of this site’s instances, in configuration, events and snapshots'
  article.append(id)
  return article
}

function onion(site: SiteReport, events: PlanEvents): HTMLElement {
  const body = element('div', 'body', site.form.kind === 'inlined' ? 'your body, in place' : 'your function, called')
  return site.frames.reduceRight((inside, layers, frame) => {
    const ring = layers.reduceRight((inner, layer) => ringOf(layer, inner, events), inside)
    if (frame === 0) return ring
    const inner = element('div', 'frame')
    inner.append(element('span', 'frame-title', 'a frame of its own'), ring)
    return inner
  }, body)
}

function ringOf(layer: LayerReport, inner: HTMLElement, events: PlanEvents): HTMLElement {
  const ring = element('div', 'ring')
  ring.dataset.layer = layer.layer
  const name = element('button', 'layer', layer.layer)
  name.setAttribute('type', 'button')
  const options = Object.entries(layer.written).map(([option, value]) => `${option}: ${spell(value)}`)
  const builtIn = Object.entries(layer.defaults).filter(([option]) => !(option in layer.written)).map(([option, value]) => `${option}: ${spell(value)}`)
  name.title = builtIn.length ? `built in: ${builtIn.join(', ')}` : ''
  for (const type of ['mouseenter', 'focus']) name.addEventListener(type, () => events.onLayer(layer))
  for (const type of ['mouseleave', 'blur']) name.addEventListener(type, () => events.onLayer(undefined))
  ring.append(name, element('p', 'options', options.join('  ') || 'as built in'), inner)
  return ring
}

const frames = ({ frames }: SiteReport): string => (frames.length === 1 ? 'one frame' : `${frames.length} frames`)

const spell = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)))

function element(tag: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
