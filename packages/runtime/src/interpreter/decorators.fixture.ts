// Our decorators on the fake rooms, and what a host's lowering does with decorators, so that both worlds are tested without one.
import { bundles } from './bundle.ts'
import { decorator, siteDecorator } from './decorators.ts'
import { rooms } from './fake-rooms.fixture.ts'

export type Any = any
export const Retry: (options?: object) => Any = decorator(rooms, 'retry', 'Retry')
export const Timeout: (...args: Any[]) => Any = decorator(rooms, 'timeout', 'Timeout')
export const Bulkhead: (options?: object) => Any = decorator(rooms, 'bulkhead', 'Bulkhead')
export const Hedge: (options?: object) => Any = decorator(rooms, 'hedge', 'Hedge')
export const Fallback: (...args: Any[]) => Any = decorator(rooms, 'fallback', 'Fallback')
export const Named: (name: string) => Any = siteDecorator(rooms, 'Named', (name: string) => ({ name }))
export const Mode: (mode: 'async' | 'sync') => Any = siteDecorator(rooms, 'Mode', (mode: 'async' | 'sync') => ({ mode }))
export const PolicyOrder: (...order: Any[]) => Any = siteDecorator(rooms, 'PolicyOrder', (...order: Any[]) => ({ order }))
export const bundle = bundles(rooms) as (policies: Any) => Any

export type World = 'standard' | 'legacy'
export const initializers: (() => void)[] = []

/** From the method outwards: the last written is applied first. */
export function onMethod(world: World, Class: Any, key: string | symbol, decorators: Any[], isStatic = false): void {
  const home = isStatic ? Class : Class.prototype
  let descriptor = Object.getOwnPropertyDescriptor(home, key)!
  for (const decorate of [...decorators].reverse()) {
    if (world === 'legacy') descriptor = decorate(home, key, descriptor) ?? descriptor
    else descriptor = { ...descriptor, value: decorate(descriptor.value, context('method', key, isStatic)) ?? descriptor.value }
  }
  Object.defineProperty(home, key, descriptor)
}
export const context = (kind: string, name: string | symbol, isStatic = false) =>
  ({ kind, name, static: isStatic, private: false, addInitializer: (run: (this: Any) => void) => initializers.push(run as () => void) })
export const onClass = (world: World, Class: Any, decorators: Any[]) => {
  for (const decorate of [...decorators].reverse()) {
    if (world === 'legacy') decorate(Class)
    else decorate(Class, context('class', Class.name))
  }
}
