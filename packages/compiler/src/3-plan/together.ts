// Sites that can only be compiled together.
import type { Form, Plan } from '../plan.ts'
import type { ClassMarks } from '../site.ts'

export const together = (plans: readonly Plan[]): Plan[] => plans.map((plan) => {
  const because = plan.form.kind === 'interpreted' ? undefined : whyWithOthers(plan, plans)
  const form: Form | undefined = because === undefined ? undefined : { kind: 'interpreted', because }
  return form ? { ...plan, form } : plan
})

function whyWithOthers({ site, after }: Plan, plans: readonly Plan[]): string | undefined {
  const interpreted = plans.filter(({ form }) => form.kind === 'interpreted').map((plan) => plan.site)
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
