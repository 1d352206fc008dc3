import { onAbort } from './signals.mjs'

const FAR = 2_147_483_647 // above this, platforms fire after 1 ms

/** A native timer for any finite time; the result ends it. Timer functions are looked up late, for fake ones. */
export function after(ms, fire) {
  let timer
  const arm = (rest) => { timer = globalThis.setTimeout(() => (rest > FAR ? arm(rest - FAR) : fire()), Math.min(rest, FAR)); }
  arm(ms)
  return () => globalThis.clearTimeout(timer)
}

/** The only promise of a retry: true, when the time is over. */
export const pause = (ms) => new Promise((done) => after(ms, () => done(true)))

/** Where a call may have a signal: true when the time is over, false as soon as the signal aborts. */
export function pauseUnless(signal, ms) {
  if (signal === undefined) return pause(ms)
  return new Promise((done) => {
    if (signal.aborted) return done(false)
    const cancel = after(ms, () => { forget(); done(true); })
    const forget = onAbort(signal, () => { cancel(); done(false); })
  })
}
