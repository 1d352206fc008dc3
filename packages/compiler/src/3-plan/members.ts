// What names a method of the class instead of giving a function (`@Fallback('later')`): it must be there, on the same side, and be called with certainty.
import type { Class, ClassMethod, ClassPrivateMethod } from '@babel/types'
import { nearest } from '@resilience4cata/core/diagnostic'
import { LEADING } from '@resilience4cata/core/layers'
import { asyncFallback, failureHasNoPlace, fallbackOfItself, methodOfOtherSide, missingMethod } from '@resilience4cata/core/site-faults'
import { keyOf, unwrap } from '../2-find/syntax.ts'
import type { MethodSite, Site, WrittenLayer } from '../site.ts'
import { isFunction } from './body/walk.ts'
import { parametersOf } from './body/parameters.ts'
import type { Complain } from './layers.ts'

export function checkMembers(site: Site, complain: Complain): void {
  for (const written of site.mode === 'sync' ? site.layers : []) checkHandler(written, complain)
  if (site.kind !== 'method') return
  for (const written of site.layers) {
    const { leading } = written
    if (!leading || leading.option !== LEADING[written.layer]?.method || leading.value.kind !== 'literal') continue
    const name = String(leading.value.value)
    const { arity, list } = parametersOf(site.node)
    if (arity < list.length) complain(failureHasNoPlace(name), leading.value.at, written)
    const method = methodNamed(site.owner, name, site.node.static)
    if (method === site.node) complain(fallbackOfItself(name), leading.value.at, written)
    else if (method?.async && site.mode === 'sync') complain(asyncFallback(name), leading.value.at, written)
    if (!method) checkMissing(site, name, () => leading.value.at, (fault, at) => complain(fault, at, written))
  }
}

/** A function in place of the method's name. */
function checkHandler(written: WrittenLayer, complain: Complain): void {
  const { option, method } = LEADING[written.layer] ?? {}
  const value = method === undefined ? undefined : written.leading?.option === option ? written.leading!.value : written.options.kind === 'object' ? written.options.entries.get(option!) : undefined
  const handler = value?.kind === 'expression' ? unwrap(value.node) : undefined
  if (handler && isFunction(handler) && handler.async) complain(asyncFallback(option!), value!.at, written)
}

function checkMissing({ owner, node }: MethodSite, name: string, at: () => MethodSite['at'], complain: Complain): void {
  const other = methodNamed(owner, name, !node.static)
  if (other) complain(methodOfOtherSide(name, other.static ? 'static' : 'instance'), at())
  // an inherited one, a field or a computed name may be it
  else if (!owner.superClass && !owner.body.body.some((member) => isNamed(member, name) || ('computed' in member && member.computed))) complain(missingMethod(name, didYouMean(nearest(name, methodNames(owner, node)))), at())
}

const didYouMean = (near: string | undefined) => near && `Did you mean ${near}?`

const methodNames = (owner: Class, site: MethodSite['node']): string[] =>
  owner.body.body.flatMap((member) => (member.type === 'ClassMethod' && member !== site && member.kind === 'method' && Boolean(member.static) === site.static && keyOf(member)) || [])

export function methodNamed(owner: Class, name: string, isStatic: boolean): ClassMethod | ClassPrivateMethod | undefined {
  return owner.body.body.find((member): member is ClassMethod | ClassPrivateMethod =>
    (member.type === 'ClassMethod' || member.type === 'ClassPrivateMethod') && Boolean(member.static) === isStatic && isNamed(member, name))
}

function isNamed(member: Class['body']['body'][number], name: string): boolean {
  if (!('key' in member)) return false
  if (member.key.type === 'PrivateName') return `#${member.key.id.name}` === name
  if ('computed' in member && member.computed) return false
  return member.key.type === 'Identifier' ? member.key.name === name : 'value' in member.key && String(member.key.value) === name
}
