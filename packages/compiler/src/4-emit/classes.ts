// Where the consts of a class stand: in front of its statement (legacy decorators: behind it), or around a class expression, so that each passage has its own.
import type { Class } from '@babel/types'
import { nameGivenTo } from '../3-plan/given-name.ts'
import { outermost, unaskedOf } from '../3-plan/unasked.ts'
import type { Plan } from '../plan.ts'
import type { ClassMarks, Expressed } from '../site.ts'
import type { Emission } from './emission.ts'
import { voided, type Declaration } from './instances.ts'
import { quoted } from './frame.ts'
import { inFunction, mayStandInFront } from './passage.ts'
import { declareBefore, declareBehind, statementOf } from './placement.ts'
import { constsOf, nameFor } from './stands.ts'

/** The methods of a class that are compiled, in source order, and what they declare. */
export interface Group { readonly owner: Class; readonly plans: readonly Plan[]; readonly declared: Map<Plan, Declaration[]> }

/** Values that legacy decorators on a class are given come behind those of its methods, and in front of instances that are made with them. */
export function nameApart({ plans }: Group, emission: Emission): void {
  if (!isBehind(plans) || !marksOf(plans)?.stand.values.size) return
  for (const value of plans.flatMap(ownValues)) nameFor(value, emission)
}

export function emitClass({ owner, plans, declared }: Group, emission: Emission): void {
  const marks = marksOf(plans)
  const ofClass = marks ? valuesOf(marks, emission) : []
  const of = (after: boolean) => plans.filter((plan) => plan.after === after).map((plan) => declared.get(plan) ?? [])
  const standing = statementOf(emission.pathTo(owner))!
  const before = [...(isBehind(plans) ? [] : [ofClass]), ...of(false)].filter(({ length }) => length > 0)
  const behind = [...(isBehind(plans) ? [[...constsOf(plans.flatMap(ownValues), emission), ...ofClass]] : []), ...of(true)].filter(({ length }) => length > 0)
  if (owner.type === 'ClassDeclaration' || mayStandInFront(plans, owner, standing)) for (const each of before) declareBefore(standing, each, emission)
  else if (before.length > 0) around(owner, before.flat(), emission)
  for (const each of behind) declareBehind(standing.statement.end!, each, emission, emission.layoutAt(standing.statement.start!).base)
}

/** All that have what is written on it. */
const isBehind = (plans: readonly Plan[]): boolean => plans.every(({ after, site }) => after || site.kind !== 'method' || !site.ofClass)

const marksOf = (plans: readonly Plan[]): ClassMarks | undefined => plans.flatMap(({ site }) => (site.kind === 'method' ? (site.ofClass ?? []) : []))[0]

const ownValues = ({ site }: Plan): Expressed[] => outermost(site.evaluated)

/** Consts of those that a method asks for; the others are evaluated, if that could be noticed. */
function valuesOf({ stand }: ClassMarks, emission: Emission): Declaration[] {
  const all = outermost(stand.values)
  const named = new Set(all.map(({ node }) => node).filter((node) => emission.valueConsts.has(node)))
  return [...constsOf(all, emission), ...unaskedOf(stand.values, named, emission.tree.scopes).map((value) => voided(value, emission))].sort((a, b) => a.at - b.at)
}

/** `(() => { const r4c$retry0 = …; return { A: class {…} }.A })()`: it keeps the name that it is given where it stands. */
function around(owner: Class, declarations: readonly Declaration[], emission: Emission): void {
  const at = owner.start!
  const { open, close, indent } = inFunction(declarations, emission.layoutAt(at))
  const name = owner.id ? '' : nameGivenTo(emission.pathTo(owner))!
  const isPlain = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && name !== '__proto__'
  // where decorators stood a line may begin
  const unnamed = owner.decorators?.length ? ['(', ')'] : ['', '']
  const [opens, closes] = name === '' ? unnamed : isPlain ? [`{ ${name}: `, ` }.${name}`] : [`{ [${quoted(name)}]: `, ` }[${quoted(name)}]`]
  emission.edits.replace(at, owner.end!, [...open, { text: opens, at }, { from: at, to: owner.end!, indent }, { text: closes, at }, ...close])
}
