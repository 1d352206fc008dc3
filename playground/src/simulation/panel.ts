// The simulation's part of the page: what is called, how often, how the other side fares, and what came of it.
import type { SiteReport } from '@resilience4cata/compiler/index'
import { inWorker, type Running } from './in-worker.ts'
import type { Order, Ran } from './order.ts'
import { faults, paces, schedules } from './schedule.ts'
import { strip } from './strip.ts'
import { details, drawTimeline, seconds, tally } from './timeline.ts'

/** What of it stands in the address. */
export interface Simulation { readonly target: string; readonly args: string; readonly faults: string; readonly every: number }

/** What can be called now. */
export interface Subject { readonly code: string; readonly decorators: Order['decorators']; readonly sites: readonly SiteReport[] }

export interface Panel {
  readonly simulation: Simulation
  show(simulation: Simulation): void
  /** What is compiled has changed; `undefined` while a mistake stands in it. */
  offer(subject: Subject | undefined): void
}

const MOST_EVENTS = 300
export const FIRST: Simulation = { target: '', args: "'item-' + (call % 5)", faults: Object.values(schedules)[0]!, every: 200 }

export function panel(section: HTMLElement, onChange: () => void): Panel {
  const form = section.querySelector('form')!
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
  const button = section.querySelector<HTMLButtonElement>('button[type=submit]')!
  let subject: Subject | undefined

  field('every').append(...Object.entries(paces).map(([name, pace]) => new Option(name, String(pace))))
  fill(field('schedule') as HTMLSelectElement, Object.keys(schedules))
  legend(part(section, 'brushes'))
  const named = (): void => void (field('schedule').value = Object.keys(schedules).find((name) => schedules[name] === drawn.schedule) ?? '')
  const drawn = strip(part(section, 'strip'), () => field('brush').value || 'f', () => { named(); onChange() })
  const simulation = (): Simulation => ({ target: field('target').value, args: field('args').value, faults: drawn.schedule, every: Number(field('every').value) })

  const run = runs(section, form, button, () => subject && { ...simulation(), code: subject.code, decorators: subject.decorators })
  form.addEventListener('change', ({ target }) => {
    if (target === field('schedule') && field('schedule').value) drawn.show(schedules[field('schedule').value]!)
    onChange()
  })
  return {
    get simulation() { return simulation() },
    show(next) {
      run.forget()
      field('args').value = next.args
      field('every').value = String(next.every)
      field('target').dataset.wanted = next.target
      drawn.show(next.faults)
      named()
    },
    offer(next) {
      subject = next?.sites.length ? next : undefined
      button.disabled = !subject
      if (next) offerTargets(field('target') as HTMLSelectElement, next.sites.map(({ path }) => path))
    },
  }
}

/** The button starts a run, and stops the one that runs. What came of a run says nothing of another text: then it is forgotten. */
function runs(section: HTMLElement, form: HTMLFormElement, button: HTMLButtonElement, order: () => Order | undefined): { forget(): void } {
  let running: Running | undefined
  const say = (next: Running | undefined, says: string): void => {
    running = next
    button.textContent = next ? 'Stop' : 'Run a minute'
    part(section, 'status').textContent = says
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const asked = order()
    if (running) {
      running.stop()
      say(undefined, 'Stopped.')
    } else if (asked) say(inWorker(asked, (reply) => {
      if ('ran' in reply) present(part(section, 'timeline'), part(section, 'events'), reply.ran)
      say(undefined, 'mistake' in reply ? reply.mistake : summary(asked.target, reply.ran))
    }), 'Running…')
  })
  return {
    forget() {
      running?.stop()
      say(undefined, '')
      part(section, 'timeline').replaceChildren()
      part(section, 'events').hidden = true
    },
  }
}

function summary(target: string, { calls, requests }: Ran): string {
  const says = `A minute of ${target}: ${tally(calls)}; ${requests.length} requests reached the other side.`
  // then it is rather what calls are given
  return calls.some(({ outcome }) => outcome === 'answered') ? says : `${says} The first was ${calls[0]!.says}`
}

const part = (section: HTMLElement, name: string): HTMLElement => section.querySelector<HTMLElement>(`[data-part=${name}]`)!

function offerTargets(select: HTMLSelectElement, paths: readonly string[]): void {
  const wanted = select.value || select.dataset.wanted
  select.replaceChildren(...[...new Set(paths)].map((path) => new Option(path)))
  if (wanted !== undefined && paths.includes(wanted)) select.value = wanted
}

const fill = (select: HTMLSelectElement, names: readonly string[]): void => select.append(...names.map((name) => new Option(name)), Object.assign(new Option('drawn by you', ''), { hidden: true }))

function legend(into: HTMLElement): void {
  into.append(...faults.map(({ letter, name }) => {
    const label = document.createElement('label')
    const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'brush', value: letter, defaultChecked: letter === 'f' })
    const text = Object.assign(document.createElement('span'), { textContent: name })
    text.dataset.fault = letter
    label.title = `Paint with this, or press ${letter} on the schedule`
    label.append(input, text)
    return label
  }))
}

function present(timeline: HTMLElement, events: HTMLElement, ran: Ran): void {
  drawTimeline(timeline, ran)
  const shown = ran.happenings.slice(0, MOST_EVENTS).map(({ at, type, fields }) => {
    const item = document.createElement('li')
    item.dataset.layer = type.split('.')[0]
    item.append(Object.assign(document.createElement('time'), { textContent: seconds(at) }), Object.assign(document.createElement('b'), { textContent: type }), ` ${details(fields)}`)
    return item
  })
  const more = ran.happenings.length - shown.length
  events.querySelector('summary')!.textContent = `${ran.happenings.length} events${more > 0 ? `, the first ${MOST_EVENTS} of them` : ''}`
  events.querySelector('ol')!.replaceChildren(...shown)
  events.hidden = false
}
