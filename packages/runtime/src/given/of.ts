import { faceOf } from './face.ts'

/** A compiled `resilient.of(target, methods)`: each listed method as a function of the target and of the method that it has. */
export const of = <Target extends object>(target: Target, methods: Readonly<Record<string, (self: any, method: any) => unknown>>): Target =>
  faceOf(target, Reflect.ownKeys(methods), (key) => methods[key as string]!(target, (target as Record<string | symbol, unknown>)[key]))
