import type { Steps } from './layer.ts'

/** Runs a call and waits for what it yields. */
export async function drive(steps: Steps): Promise<unknown> {
  let step = steps.next()
  while (!step.done) {
    let came: unknown
    try {
      came = await step.value
    } catch (failure) {
      step = steps.throw(failure)
      continue
    }
    step = steps.next(came)
  }
  return step.value
}

/** The same of a sync site: nothing that it yields has to be waited for. */
export function driveSync(steps: Steps): unknown {
  let step = steps.next()
  while (!step.done) step = steps.next(step.value)
  return step.value
}
