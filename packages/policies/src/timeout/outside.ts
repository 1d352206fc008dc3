// The layers between an attempt's caller and its timeout, as text has them. When the timeout answers first they are told in the same turn, so that no other call
// slips in between; what they publish follows in the context of the call.
import { afterwards } from './afterwards.ts'
import type { Race } from './race.ts'
import type { Timeout } from './runtime.ts'

type Notes = readonly [note0: number, note1: number, note2: number, note3: number, note4: number]

/** `fail` hands their permits back with the failure; `drop`, at a site that its caller may leave, unrecorded. The notes are what text has put on the race. */
export const outside = (fail: (failure: unknown, ...notes: Notes) => void, drop?: (...notes: Notes) => void) => (timeout: Timeout): void => {
  timeout.hear = afterwards
  timeout.outside = (race: Race, left: boolean) => {
    const tell = () => (left ? drop?.(...notesOf(race)) : fail(race.error, ...notesOf(race)))
    const { kit } = timeout.realm
    if (race.wake && kit?.holding) race.deliver = kit.holding(tell)
    else tell()
  }
}

/** The same where one of them asks something of the user's, such as a predicate of `recordOn`: that runs in the context of the call, and so they hear of it there. */
export const outsideLater = (fail: (failure: unknown, ...notes: Notes) => void, drop?: (...notes: Notes) => void) => (timeout: Timeout): void => {
  const { begin } = timeout
  timeout.begin = (at) => {
    const race = begin.call(timeout, at)
    afterwards(timeout, race)
    return race
  }
  timeout.outside = (race: Race, left: boolean) => {
    if (left) drop?.(...notesOf(race))
    else race.deliver = () => fail(race.error, ...notesOf(race))
  }
}

const notesOf = ({ note0, note1, note2, note3, note4 }: Race): Notes => [note0, note1, note2, note3, note4]
