// The admission of a layer that may have to wait, as text: what a room with a hand-off line has in its template. hand-off.ts is what it calls.
import { code, type Code } from '@resilience4cata/core/build/code'
import type { Admitting, Place } from '@resilience4cata/core/build/template'

type Admission = Pick<Admitting, 'acquire' | 'refused' | 'rejection' | 'awaits'>

/** `permit` holds what was taken; a caller that has aborted since holds it too, and hands it back with its failure. `behind`: an expression, evaluated when a wait has ended. */
export function admission({ instance, scope, mode, written }: Place, permit: string, rejection: Code, behind = ''): Admission {
  const acquire = code`${instance}.acquire()`
  if (mode === 'sync' || !written.has('maxWait')) return { acquire, refused: (value) => code`${value} < 0`, rejection }
  const wait = `${permit} = await ${instance}.wait(${scope ?? ''})`
  const waited = `(${behind ? `${wait}, ${behind}, ${permit}` : wait}) < 0`
  return {
    acquire,
    awaits: true,
    refused: (value) => code`${value} < 0 && ${scope ? `(${waited} || ${scope}?.aborted)` : waited}`,
    rejection: scope ? abortedOr(scope, rejection) : rejection,
  }
}

/** The failure of a call that was refused or has aborted while it waited: its signal's reason comes first. */
export const abortedOr = (scope: string, rejection: Code): Code => code`${scope}?.aborted ? ${scope}.reason : ${rejection}`
