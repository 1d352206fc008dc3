// expect-error: R4C-SIT-005 with legacy decorators the option would be evaluated behind what is evaluated between
// modes: legacy
import { Retry } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
const note = (): any => { order.push('called') }
const noteOf = (_: unknown) => note
export class S {
  @noteOf(order.push('above')) @Retry({ maxAttempts: v(3), delay: '0' }) async a() { return order.join() }
}
export class T {
  @Retry({ maxAttempts: v(3), delay: '0' }) async a() { return order.join() }
  @noteOf(v('below')) b() {}
}
