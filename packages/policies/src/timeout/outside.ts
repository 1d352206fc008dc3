// The layers between an attempt's caller and its timeout, as text has them, are told by the race of all that is no success. When the timeout answers first they are
// told in the same turn, so that no other call slips in between; what they publish follows in the context of the call. When a caller leaves they hear of it right behind.
import { afterwards } from './afterwards.ts'
import type { Outside, Race } from './race.ts'
import type { Timeout } from './runtime.ts'

const atOnce = (fail: Outside): Outside => (failure, race) => {
  const { kit } = race.timeout.realm
  if (race.error && race.wake && kit?.holding) race.deliver = kit.holding(() => fail(failure, race))
  else fail(failure, race)
}

/** Where one of them asks something of the user's, such as a predicate of `recordOn`: that runs in the context of the call, and so they hear of a deadline there. */
const later = (fail: Outside): Outside => (failure, race) => {
  if (race.error) race.deliver = () => fail(failure, race)
  else fail(failure, race)
}

export const outside = (fail: Outside) => (timeout: Timeout): void => { timeout.outside = atOnce(fail) }

export const outsideLater = (fail: Outside) => (timeout: Timeout): void => {
  const { begin } = timeout
  timeout.begin = (at) => {
    const race = begin.call(timeout, at)
    afterwards(race)
    return race
  }
  timeout.outside = later(fail)
}

/** The same of one site of those that share a timeout: said to each of its races. */
export const tell = (fail: Outside) => {
  const outside = atOnce(fail)
  return (race: Race): void => { race.outside = outside }
}

export const tellLater = (fail: Outside) => {
  const outside = later(fail)
  return (race: Race): void => {
    race.outside = outside
    afterwards(race)
  }
}

/** At a site that its caller may leave: what fails for that reason is nobody's failure, and is handed back unrecorded. */
export const unlessLeft = (fail: Outside, drop: (race: Race) => void): Outside => (failure, race) => {
  if ((race.outer ?? race.attempt)?.aborted) drop(race)
  else fail(failure, race)
}
