// Sites that can only be compiled together.
import type { Node } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Plan } from '../plan.ts'
import type { ClassMarks, Site } from '../site.ts'
import { isHeldInFront, movedValues } from './moving.ts'

/** `kept`: decorators of ours that stay, of sites that are interpreted. */
export function together(plans: readonly Plan[], kept: ReadonlySet<Node>, tree: Tree): Plan[] {
  const stay = new Set(kept)
  const interpreted = plans.filter(({ form }) => form.kind === 'interpreted').map(({ site }) => site)
  // those in front hang on those behind
  return [...plans].reverse().map((plan) => {
    const because = plan.form.kind === 'interpreted' ? undefined : whyWithOthers(plan, interpreted) ?? whyInFront(plan, stay, tree)
    if (because === undefined) return plan
    if (plan.site.kind === 'method') for (const decorator of plan.site.decorators) stay.add(decorator)
    return { ...plan, form: { kind: 'interpreted' as const, because } }
  }).reverse()
}

/** With legacy decorators. */
function whyInFront({ site, frames, unasked, inPlace, after }: Plan, kept: ReadonlySet<Node>, tree: Tree): string | undefined {
  const isHeld = site.kind === 'method' && after && isHeldInFront(movedValues(site, frames, unasked, inPlace), site, kept, tree)
  return isHeld ? 'a method that is decorated later is interpreted, and its options are evaluated there' : undefined
}

function whyWithOthers({ site, after }: Plan, interpreted: readonly Site[]): string | undefined {
  // one that is interpreted needs the call as it stands
  const made = site.kind === 'of' && interpreted.find((other) => other.kind === 'of' && other.node === site.node)
  if (made) return `${made.path} is interpreted, and is made by the same call`
  // and the options of its class where they are evaluated, be it in a bundle, or with legacy decorators, which evaluate them behind it
  const marks = site.kind === 'method' ? site.ofClass : undefined
  const stays = marks && (after ? marks.stand.values.size > 0 : hasValuesInBundles(marks))
  const member = stays && interpreted.find((other) => other.kind === 'method' && other.ofClass === marks)
  return member ? `${member.path} is interpreted, and has options of the same class` : undefined
}

const hasValuesInBundles = ({ bundles, stand }: ClassMarks): boolean =>
  [...stand.values.values()].some(({ at }) => bundles.some(({ start, end }) => start! <= at.start && at.end <= end!))
