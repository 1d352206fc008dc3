// What configuration asks for may need a capability that the program of a compiled site doesn't have. The interpreter's instances have all.
import type { Attribute } from '@resilience4cata/core/attributes'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { RunSide } from '@resilience4cata/core/run/room'
import { same } from '../sharing/difference.ts'
import type { Values } from './settings.ts'

/** Those that need no text at the site can be handed to the instance; for the others it is too late. */
export function missing(instance: Instance<any>, room: RunSide, options: Values): { readonly hand: readonly string[]; readonly absent: readonly Fault[] } {
  const hand = new Set<string>()
  const absent: Fault[] = []
  for (const [option, attribute] of Object.entries(room.table)) {
    const { capability, text } = attribute
    if (!capability || !asksFor(attribute, options[option]) || same(options[option], instance.defaults[option]) || has(instance, room, capability)) continue
    if (!text) hand.add(capability)
    else {
      const note = `Write ${option} at the site (its default will do), so that the code for it is there.`
      absent.push(fault('R4C-CFG-015', `${option} of ${instance.id} needs code that isn't in this bundle`, note, option))
    }
  }
  return { hand: [...hand], absent }
}

/** It was handed over, or, from another copy of this package, an option that brings it is written. */
function has({ capabilities = [], written }: Instance<any>, room: RunSide, name: string): boolean {
  return capabilities.includes(room.capabilities[name]!) || Object.entries(room.table).some(([option, attribute]) => attribute.capability === name && asksFor(attribute, written[option]))
}

function asksFor({ above, text, default: plain }: Attribute, value: unknown): boolean {
  if (value === undefined) return false
  // where text is needed, the written default has brought it
  return above === undefined ? text === true || value !== plain : (value as number) > above
}

export function handTo(instance: Instance<any>, room: RunSide, names: readonly string[]): void {
  for (const name of names) {
    const capability = room.capabilities[name]!
    instance.capabilities = [...(instance.capabilities ?? []), capability]
    // those of its keys act in its place
    for (const one of [instance, ...(instance.keys?.instances ?? [])]) capability(one)
  }
}
