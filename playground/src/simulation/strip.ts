// The schedule, to look at and to paint: by the mouse with the fault that is chosen, by the keyboard with arrows and the fault's letter.
import { faultAt, faults, painted, SECONDS, type Schedule } from './schedule.ts'

export interface Strip {
  readonly schedule: Schedule
  show(schedule: Schedule): void
}

// as of every slider
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -SECONDS, End: SECONDS }

export function strip(element: HTMLElement, brush: () => string, onPaint: (schedule: Schedule) => void): Strip {
  let schedule: Schedule = ''
  let at = 0
  const cells = Array.from({ length: SECONDS }, () => document.createElement('i'))
  element.replaceChildren(...cells)

  const show = (next: Schedule): void => {
    schedule = next
    cells.forEach((cell, second) => {
      cell.dataset.fault = schedule[second]!
      cell.classList.toggle('here', second === at)
    })
    element.setAttribute('aria-valuenow', String(at))
    element.setAttribute('aria-valuetext', `second ${at}: ${faultAt(schedule, at * 1000).name}`)
  }
  const paint = (second: number, letter: string): void => {
    at = second
    show(painted(schedule, second, letter))
    onPaint(schedule)
  }
  const under = ({ clientX }: PointerEvent): number => {
    const { left, width } = element.getBoundingClientRect()
    return Math.max(0, Math.min(SECONDS - 1, Math.floor(((clientX - left) / width) * SECONDS)))
  }
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId)
    paint(under(event), brush())
  })
  element.addEventListener('pointermove', (event) => event.buttons === 1 && paint(under(event), brush()))
  element.addEventListener('keydown', (event) => {
    const steps = STEPS[event.key]
    if (steps === undefined && !faults.some(({ letter }) => letter === event.key)) return
    event.preventDefault()
    if (steps === undefined) return paint(at, event.key)
    at = Math.max(0, Math.min(SECONDS - 1, at + steps))
    show(schedule)
  })
  return { get schedule() { return schedule }, show }
}
