// What the measured methods ask: answers and failures that are made beforehand, so that nothing but the call is measured.
const FOUND = Promise.resolve({ cents: 700 })
const DOWN = new Error('down')
DOWN.stack
const REJECTED = Promise.reject(DOWN)
REJECTED.catch(() => {})
const SILENT = new Promise(() => {})

export const found = () => ({ find: () => FOUND })
/** Fails every second time. */
export const flaky = () => {
  let turn = 0
  return { find: () => ((turn ^= 1) === 1 ? REJECTED : FOUND) }
}
export const down = () => ({ find: () => REJECTED })
export const silent = () => ({ find: () => SILENT })

// a table that no compiler sees through
const PRICES = Array.from({ length: 1024 }, (_, cents) => ({ cents }))
export const foundSync = () => {
  let turn = 0
  return { find: () => PRICES[(turn = (turn + 1) & 1023)] }
}
export const downSync = () => ({ find: () => { throw DOWN } })
