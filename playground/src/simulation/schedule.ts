// How the other side fares, second by second: one letter a second, so that a schedule is a short text in the address.

export const SECONDS = 60

/** What may befall a request. `latency`: milliseconds until its answer; without one it never comes. `failing`: how many of a hundred fail. */
export interface Fault { readonly letter: string; readonly name: string; readonly latency?: number; readonly failing: number }

export const faults: readonly Fault[] = [
  { letter: 'a', name: 'answers', latency: 50, failing: 0 },
  { letter: 's', name: 'is slow', latency: 2000, failing: 0 },
  { letter: 'u', name: 'is unsteady', latency: 50, failing: 33 },
  { letter: 'f', name: 'fails', latency: 30, failing: 100 },
  { letter: 'h', name: 'hangs', failing: 0 },
]

/** `SECONDS` letters. */
export type Schedule = string

const seconds = (letterOf: (second: number) => string): Schedule => Array.from({ length: SECONDS }, (_, second) => letterOf(second)).join('')
const between = (letter: string, from: number, to: number): Schedule => seconds((second) => (second >= from && second < to ? letter : 'a'))

export const schedules: Readonly<Record<string, Schedule>> = {
  'down for 30 s': between('f', 10, 40),
  'slow for 20 s': between('s', 10, 30),
  'hangs for 10 s': between('h', 10, 20),
  'unsteady': seconds(() => 'u'),
  'flapping': seconds((second) => (second % 10 < 5 ? 'a' : 'f')),
  'healthy': seconds(() => 'a'),
}

/** How long it is from one call to the next. */
export const paces: Readonly<Record<string, number>> = { 'second': 1000, '200 ms': 200, '100 ms': 100 }

export const isPace = (read: unknown): read is number => Object.values(paces).some((pace) => pace === read)

export const isSchedule = (read: unknown): read is Schedule => typeof read === 'string' && read.length === SECONDS && [...read].every((letter) => faults.some((fault) => fault.letter === letter))

export const faultAt = (schedule: Schedule, ms: number): Fault => {
  const letter = schedule[Math.min(SECONDS - 1, Math.floor(ms / 1000))]
  return faults.find((fault) => fault.letter === letter)!
}

/** The same schedule with one second changed. */
export const painted = (schedule: Schedule, second: number, letter: string): Schedule => schedule.slice(0, second) + letter + schedule.slice(second + 1)
