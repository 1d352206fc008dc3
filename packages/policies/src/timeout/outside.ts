// The layers between an attempt's caller and its timeout, as text has them. When the timeout answers first they are told in the same turn, so that no other call
// slips in between; what they publish follows in the context of the call. When a caller leaves they hear of it right behind.
import { afterwards } from './afterwards.ts'
import type { Race } from './race.ts'
import type { Timeout } from './runtime.ts'

/** Hands their permits, which text has noted on the race, back with the failure. */
type Fail = (failure: unknown, race: Race) => void
/** The same unrecorded, at a site that its caller may leave. */
type Drop = (race: Race) => void

/** Where one of them asks something of the user's, such as a predicate of `recordOn`: that runs in the context of the call, and so they hear of it there. */
const later = (fail: Fail, drop: Drop | undefined) => (race: Race, left: boolean): void => {
  if (left) drop?.(race)
  else race.deliver = () => fail(race.error, race)
}

const atOnce = (fail: Fail, drop: Drop | undefined) => (race: Race, left: boolean): void => {
  const tell = () => (left ? drop?.(race) : fail(race.error, race))
  const { kit } = race.among!.realm
  if (race.wake && kit?.holding) race.deliver = kit.holding(tell)
  else tell()
}

export const outside = (fail: Fail, drop?: Drop) => (timeout: Timeout): void => { timeout.outside = atOnce(fail, drop) }

export const outsideLater = (fail: Fail, drop?: Drop) => (timeout: Timeout): void => {
  const { begin } = timeout
  timeout.begin = (at) => {
    const race = begin.call(timeout, at)
    afterwards(timeout, race)
    return race
  }
  timeout.outside = later(fail, drop)
}

/** The same of one site of those that share a timeout: said to each of its races. */
export const tell = (fail: Fail, drop?: Drop) => {
  const outside = atOnce(fail, drop)
  return (_timeout: Timeout, race: Race): void => { race.outside = outside }
}

export const tellLater = (fail: Fail, drop?: Drop) => {
  const outside = later(fail, drop)
  return (timeout: Timeout, race: Race): void => {
    race.outside = outside
    afterwards(timeout, race)
  }
}
