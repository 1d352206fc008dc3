// Our decorators, as TC39 standard and as TypeScript legacy ones, on methods and on classes. A decorator adds what it says to the record of its method or class.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { LEADING, type LayerName } from '@resilience4cata/core/layers'
import type { Body } from '@resilience4cata/core/run/room'
import { decoratorNotCalled, generatorSite, notOnField, notOnParameter, wrongCount } from '@resilience4cata/core/site-faults'
import { decorateClass } from './class-decorators.ts'
import type { Decorator } from './decorator-types.ts'
import { layerMark, siteMark, type Marks, type SiteWide } from './marks.ts'
import { MarkedMethod, recordOf, type Marked } from './method.ts'
import type { Rooms } from './place.ts'

/** Adds what a decorator says to the record of what it stands on. */
export type Contribute = (marked: Marked) => void

/** `Retry`, `Timeout`, …: `@Retry(options)`, `@Timeout('2s', options)`. */
export function decorator<Args extends unknown[]>(rooms: Rooms, layer: LayerName, name: string): (...args: Args) => Decorator {
  return (...args) => {
    checkArguments(name, args, 0, LEADING[layer] ? 2 : 1)
    return direct(rooms, layerMark(layer, options(layer, args)))
  }
}

/** `Named`, `Mode`, …: what concerns a whole site. `read` makes it of the decorator's arguments. */
export function siteDecorator<Args extends unknown[]>(rooms: Rooms, name: string, read: (...args: Args) => SiteWide): (...args: Args) => Decorator {
  return (...args) => {
    // an order has any number of words
    checkArguments(name, args, read.length, read.length || Infinity)
    return direct(rooms, siteMark(read(...args)))
  }
}

function checkArguments(name: string, args: readonly unknown[], least: number, most: number): void {
  const wrong = isUncalled(args) ? decoratorNotCalled(name) : wrongCount(name, args.length, least, most)
  if (wrong) throw new ConfigurationError([wrong])
}

const direct = (rooms: Rooms, marks: Marks): Decorator => decoratorOf(rooms, (marked) => marked.add(marks, false))

/** What stands alone in front becomes the option that it is. */
function options(layer: LayerName, [first, rest]: readonly unknown[]): unknown {
  const leading = LEADING[layer]
  if (!leading || rest === undefined || typeof first === 'object') return first
  return { ...(rest as object), [typeof first === 'string' && leading.method ? leading.method : leading.option]: first }
}

interface Context { readonly kind: string; readonly name: string | symbol | undefined; readonly static?: boolean; addInitializer(run: (this: unknown) => void): void }

const isContext = (value: unknown): value is Context => typeof value === 'object' && value !== null && 'kind' in value && 'addInitializer' in value

export function decoratorOf(rooms: Rooms, contribute: Contribute): Decorator {
  const decorate = (target: unknown, second?: unknown, third?: unknown): unknown => {
    if (isContext(second)) return standard(rooms, contribute, target, second)
    if (second === undefined && typeof target === 'function') return decorateClass(rooms, contribute, target)
    return legacy(rooms, contribute, target as object, second as string | symbol, third)
  }
  return decorate as Decorator
}

function standard(rooms: Rooms, contribute: Contribute, target: unknown, context: Context): unknown {
  switch (context.kind) {
    case 'method': return standardMethod(rooms, contribute, target as Body, context)
    case 'class': return decorateClass(rooms, contribute, target as Function)
    case 'getter': throw mistake(generatorSite('a getter'))
    case 'setter': throw mistake(generatorSite('a setter'))
    default: throw mistake(notOnField(context.kind === 'accessor' ? 'an accessor' : 'a field'))
  }
}

function standardMethod(rooms: Rooms, contribute: Contribute, target: Body, context: Context): Body {
  let method = recordOf(target)
  if (!method) {
    const made = (method = new MarkedMethod(rooms, target, { home: undefined, isStatic: context.static === true, key: context.name! }))
    // the class, for the label: a standard decorator isn't told
    context.addInitializer(function () { made.meet(this) })
  }
  contribute(method)
  return method.wrapper
}

function legacy(rooms: Rooms, contribute: Contribute, target: object, key: string | symbol, descriptor: unknown): PropertyDescriptor {
  if (typeof descriptor === 'number') throw mistake(notOnParameter())
  const { get, set, value } = (descriptor ?? {}) as PropertyDescriptor
  if (get || set) throw mistake(generatorSite(get ? 'a getter' : 'a setter'))
  if (typeof value !== 'function') throw mistake(notOnField('a field'))
  const method = recordOf(value) ?? new MarkedMethod(rooms, value, { home: target, isStatic: typeof target === 'function', key })
  contribute(method)
  return { ...(descriptor as PropertyDescriptor), value: method.wrapper }
}

const mistake = (fault: Fault) => new ConfigurationError([fault])

/** `@Retry` in place of `@Retry()`: it was handed what it should have been put on. */
function isUncalled([target, second, third]: readonly unknown[]): boolean {
  if (isContext(second)) return true
  if (typeof target === 'function' && second === undefined) return isClass(target)
  return (typeof second === 'string' || typeof second === 'symbol') && typeof target !== 'string' && (third === undefined || typeof third === 'object')
}

const isClass = (fn: object): boolean => Object.getOwnPropertyDescriptor(fn, 'prototype')?.writable === false
