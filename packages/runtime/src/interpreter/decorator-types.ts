// What a decorator of ours may stand on, for the type checker: methods and classes, standard and legacy. The last signature is never met: its texts are what the
// checker shows when nothing fits.

type AnyMethod = (this: any, ...args: any) => unknown
type AnyClass = abstract new (...args: any) => unknown

type Elsewhere = "A policy stands on a method or on a class. For a field or an accessor write the marker: field = resilient({ … }, async () => { … })"

/** Stands on a method or on a class: as a standard decorator, or as a legacy one (`experimentalDecorators`). */
export interface Decorator {
  <Method extends AnyMethod>(method: Method, context: ClassMethodDecoratorContext<any, Method>): void
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void
  <Method extends AnyMethod>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<Method>): void
  <Class extends AnyClass>(target: Class): void
  (target: Elsewhere, where: Elsewhere): never
}
