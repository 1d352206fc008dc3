// A fallback by name needs a class, and a method on the right side of it.
import type { Fault } from '@resilience4cata/core/diagnostic'
import { LEADING, type LayerName } from '@resilience4cata/core/layers'
import { asyncFallback, fallbackOfItself, methodOfOtherSide, methodWithoutClass, missingMethod, privateMethodByName } from '@resilience4cata/core/site-faults'
import type { Marks } from './marks.ts'
import { isAsync, type Mode } from './mode.ts'
import type { Owner } from './place.ts'

/** The methods that the layers name. */
export function methodsNamed(marks: Marks): string[] {
  return [...marks.layers].flatMap(([layer, written]) => {
    const option = methodOption(layer)
    const method = option !== undefined && written ? written[option] : undefined
    return typeof method === 'string' ? [method] : []
  })
}

export function methodFaults(marks: Marks, owner: Owner | undefined, mode: Mode | undefined): Fault[] {
  return methodsNamed(marks).flatMap((method) => {
    if (!owner) return [methodWithoutClass(method)]
    if (method.startsWith('#')) return [privateMethodByName(method)]
    if (method === owner.key) return [fallbackOfItself(method)]
    if (!owner.home) return []
    // of the class itself, as its text shows it: what an inherited one answers with is looked at when it does
    const target: unknown = Object.getOwnPropertyDescriptor(owner.home, method)?.value
    if (mode === 'sync' && isAsync(target)) return [asyncFallback(method)]
    // what a class inherits may come with the instance
    if (method in owner.home || extendsSomething(owner)) return []
    const side = onTheOtherSide(owner, method)
    return [side ? methodOfOtherSide(method, side) : missingMethod(method)]
  })
}

const methodOption = (layer: LayerName): string | undefined => LEADING[layer]?.method

const extendsSomething = ({ home, isStatic }: Owner) => Object.getPrototypeOf(home) !== (isStatic ? Function.prototype : Object.prototype)

function onTheOtherSide({ home, isStatic }: Owner, method: string): 'static' | 'instance' | undefined {
  const other: object | undefined = isStatic ? (home as { prototype?: object }).prototype : home?.constructor
  return other && Object.hasOwn(other, method) ? (isStatic ? 'instance' : 'static') : undefined
}
