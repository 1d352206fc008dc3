// Many random programs, each on an engine and on the model, until they differ.
import fc from 'fast-check'
import { programs } from './arbitrary.ts'
import { difference } from './differ.ts'
import type { Build } from './site.ts'

export interface Simulation {
  readonly programs: number
  readonly seed: number
  readonly engine?: Build
  /** Only whether there is a difference, not the smallest program that shows it. */
  readonly first?: boolean
  readonly onProgram?: (done: number) => void
}

/** The smallest program found on which they differ, and how; `undefined`: they never do. */
export async function simulate({ programs: numRuns, seed, engine, first = false, onProgram }: Simulation): Promise<string | undefined> {
  let done = 0
  const property = fc.asyncProperty(programs, async (program) => {
    const found = await difference(program, engine)
    onProgram?.(++done)
    if (found) throw new Error(found)
  })
  const { failed, counterexample, counterexamplePath, errorInstance } = await unwatched(async () => fc.check(property, { numRuns, seed, endOnFailure: first }))
  if (!failed) return undefined
  return `R4C_SEED=${seed}, path ${counterexamplePath}\n${JSON.stringify(counterexample?.[0])}\n${(errorInstance as Error | null)?.message}`
}

/** A rejection that nobody handles is a fault of whoever made the promise. */
async function unwatched<T>(run: () => Promise<T>): Promise<T> {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    const result = await run()
    await new Promise((over) => setImmediate(over))
    if (unhandled.length > 0) throw new Error(`${unhandled.length} unhandled rejections, the first of them: ${String(unhandled[0])}`)
    return result
  } finally {
    process.off('unhandledRejection', note)
  }
}
