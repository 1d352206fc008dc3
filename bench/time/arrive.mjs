// The state that a row is about, before anything is measured.

/** Calls until calls are refused; where none is to be, looks that `call` answers as `plain` does. */
export async function arrive(call, plain, refused) {
  if (!refused) {
    const [got, wanted] = [await call(), await plain()]
    if (got !== wanted) throw new Error(`answers ${got}, not ${wanted}`)
    return
  }
  for (let i = 0; i < 100; i++) {
    const failure = await Promise.race([failureOf(call), new Promise((done) => setTimeout(done, 5))])
    if (failure !== undefined && refused(failure)) return
  }
  throw new Error('is never refused')
}

async function failureOf(call) {
  try { await call() } catch (error) { return error }
}
