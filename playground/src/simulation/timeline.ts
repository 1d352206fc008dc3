// What has happened, over a minute from left to right: what callers saw, what reached the other side, and what the layers did.
import type { Happening, Ran, Span } from './order.ts'
import { SECONDS } from './schedule.ts'

const END = SECONDS * 1000
const LANE = 7
const MOST_LANES = 14
// what a page can draw and an eye can tell apart; a loop without a wait makes hundreds of thousands
const MOST_BARS = 5000
const MARK = 12

export function drawTimeline(into: HTMLElement, ran: Ran): void {
  into.replaceChildren(
    row('Calls', counted(ran.calls), spans(ran.calls)),
    row('Requests', counted(ran.requests), spans(ran.requests)),
    ...breakers(ran.happenings),
    ...limits(ran.happenings),
    ...layers(ran.happenings),
  )
}

function row(name: string, note: string, picture: SVGElement, layer?: string): HTMLElement {
  const made = document.createElement('div')
  made.className = 'row'
  if (layer) made.dataset.layer = layer
  const label = document.createElement('div')
  label.className = 'row-label'
  label.append(Object.assign(document.createElement('b'), { textContent: name }), Object.assign(document.createElement('small'), { textContent: note }))
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', `${name}: ${note}`)
  made.append(label, picture)
  return made
}

const counted = (all: readonly Span[]): string => `${tally(all)}${all.length > MOST_BARS ? `; the first ${MOST_BARS} are drawn` : ''}`

/** Each in the first lane that is free when it starts. What has failed is higher: not only its colour tells. */
function spans(all: readonly Span[]): SVGElement {
  const free: number[] = []
  const bars = all.slice(0, MOST_BARS).map((span) => {
    let lane = free.findIndex((end) => end <= span.start)
    if (lane < 0) lane = Math.min(free.length, MOST_LANES - 1)
    // a bar that is too short to be seen keeps its lane as long as its picture
    free[lane] = Math.max(span.end, span.start + 120)
    return shape('rect', { class: span.outcome, x: span.start, width: Math.max(span.end - span.start, 90), ...(span.outcome === 'failed' ? { y: lane * LANE, height: LANE - 1 } : { y: lane * LANE + 1, height: LANE - 4 }) }, `${seconds(span.start)}, ${lasting(span.end - span.start)}: ${span.says}`)
  })
  return drawing(Math.max(1, free.length) * LANE, bars)
}

function breakers(happenings: readonly Happening[]): HTMLElement[] {
  const changes = happenings.filter(({ type }) => type === 'circuitBreaker.stateTransition')
  return [...grouped(changes, ({ instance }) => instance)].map(([instance, own]) => {
    const states = [{ at: 0, to: own[0]!.fields['from'] }, ...own.map(({ at, fields }) => ({ at, to: fields['to'] }))]
    const bands = states.map(({ at, to }, index) => {
      const end = states[index + 1]?.at ?? END
      return shape('rect', { class: `state ${String(to).toLowerCase()}`, x: at, width: end - at, y: 0, height: MARK }, `${seconds(at)}, ${lasting(end - at)}: ${to}`)
    })
    return row('Breaker', `${own.length} ${own.length === 1 ? 'change' : 'changes'} of state, ${instance}`, drawing(MARK, bands), 'circuitBreaker')
  })
}

function limits(happenings: readonly Happening[]): HTMLElement[] {
  const changes = happenings.filter(({ type }) => type === 'adaptiveLimit.limitChanged')
  return [...grouped(changes, ({ instance }) => instance)].map(([instance, own]) => {
    const heights = [Number(own[0]!.fields['from']), ...own.map(({ fields }) => Number(fields['to']))]
    const [most, least] = [Math.max(...heights), Math.min(...heights)]
    const y = (limit: number): number => 2 + (1 - limit / most) * 36
    const steps = own.map(({ at }, index) => `H${at}V${y(heights[index + 1]!)}`).join('')
    return row('Limit', `between ${least} and ${most}, ${instance}`, drawing(40, [shape('path', { class: 'limit', d: `M0 ${y(heights[0]!)}${steps}H${END}` })]), 'adaptiveLimit')
  })
}

/** By key, in the order in which the keys first come. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.get(keyOf(one))?.push(one) ?? groups.set(keyOf(one), [one])
  return groups
}

const DRAWN_OTHERWISE = ['circuitBreaker.stateTransition', 'adaptiveLimit.limitChanged']

function layers(happenings: readonly Happening[]): HTMLElement[] {
  const told = happenings.filter(({ type }) => !DRAWN_OTHERWISE.includes(type))
  return [...grouped(told, ({ type }) => type)].map(([type, own]) => {
    const [layer = '', event = ''] = type.split('.')
    const ticks = own.map(({ at, fields }) => shape('rect', { class: 'tick', x: at, width: 70, y: 0, height: MARK }, `${seconds(at)} ${details(fields)}`))
    return row(layer, `${event}, ${own.length} ×`, drawing(MARK, ticks), layer)
  })
}

export const details = (fields: Happening['fields']): string => Object.entries(fields).map(([name, value]) => `${name} ${value}`).join(', ')

function drawing(height: number, shapes: readonly SVGElement[]): SVGElement {
  const svg = shape('svg', { viewBox: `0 0 ${END} ${height}`, preserveAspectRatio: 'none', style: `height: ${height}px` })
  svg.append(...shapes)
  return svg
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>, title?: string): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  if (title) made.append(Object.assign(document.createElementNS('http://www.w3.org/2000/svg', 'title'), { textContent: title }))
  return made
}

/** How many, how they ended, and how long they took. */
export function tally(all: readonly Span[]): string {
  const count = (outcome: Span['outcome']): number => all.filter((span) => span.outcome === outcome).length
  const took = all.map(({ start, end }) => end - start).sort((a, b) => a - b)
  const parts = [`${all.length}`, `${count('answered')} answered`, `${count('failed')} failed`]
  if (count('running') > 0) parts.push(`${count('running')} still run`)
  if (took.length > 0) parts.push(`half within ${lasting(took[(took.length - 1) >> 1]!)}, 95 % within ${lasting(took[Math.floor((took.length - 1) * 0.95)]!)}`)
  return parts.join(', ')
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const lasting = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms))
