// The layers of a site as nested closures, made once. What a layer does is its room's `wrap`; here is what surrounds all of them: the body, the caller's
// signal, and options that must hold before any layer acts.
import type { Classifier } from '@resilience4cata/core/classifier'
import type { Instance } from '@resilience4cata/core/run/instance'
import { realm, type Realm } from '@resilience4cata/core/run/realm'
import type { About, AsyncInner, Body, Call, RunSide, SyncInner } from '@resilience4cata/core/run/room'
import type { Scope } from '@resilience4cata/core/run/scope'
import { judgeError, judgeResult, type Asker } from '../outcome/judge.ts'
import { pending } from '../outcome/pending.ts'
import { rejectedPromise } from '../outcome/rejected.ts'
import { settled } from '../outcome/settled.ts'
import { callerScope } from '../scope/caller-scope.ts'
import { Invocation } from '../scope/invocation.ts'
import { Branch, isOff } from './branch.ts'
import { belonging } from './nameless.ts'

export interface Layer { readonly room: RunSide; readonly instance: Instance<any>; readonly about: About }

export interface Nest {
  readonly id: string
  readonly realm: Realm
  /** Outermost first. */
  readonly layers: readonly Layer[]
  readonly classifier: Classifier | undefined
  readonly signal: ((this: any, ...args: any[]) => unknown) | undefined
}

/** Runs one call. `signal` is the caller's, where it isn't found by the site's own function. */
export type Run = (body: Body, self: unknown, args: readonly unknown[], signal?: unknown) => unknown

export function nestAsync(nest: Nest): Run {
  const { classifier } = nest
  const body = classifier ? judgedAsync(asyncBody(), classifier, nest) : asyncBody()
  const whole = new Branch(nest.layers, (layers) => layers.reduceRight<AsyncInner>((inner, { room, instance, about }) => {
    const layer = room.wrap.async(instance, inner, about)
    return (call) => (passes(room, instance) ? inner(call) : layer(call))
  }, body))
  return (fn, self, args, signal) => {
    try {
      const scope = enter(nest, self, args, signal)
      if (scope?.aborted) return rejectedPromise(scope.reason)
      const branch = begin(nest, whole, self, args)
      const answer = branch.outermost(new Invocation(fn, self, args, scope))
      if (branch !== whole) branch.until(answer)
      return answer
    } catch (error) {
      return rejectedPromise(error)
    }
  }
}

export function nestSync(nest: Nest): Run {
  const { classifier } = nest
  const body = classifier ? judgedSync(syncBody(), classifier, nest) : syncBody()
  const whole = new Branch(nest.layers, (layers) => layers.reduceRight<SyncInner>((inner, { room, instance, about }) => {
    const layer = room.wrap.sync!(instance, inner, about)
    return (call) => (passes(room, instance) ? inner(call) : layer(call))
  }, body))
  return (fn, self, args, signal) => {
    const scope = enter(nest, self, args, signal)
    if (scope?.aborted) throw scope.reason
    const branch = begin(nest, whole, self, args)
    try {
      return settledOf(nest, branch.outermost(new Invocation(fn, self, args, scope)))
    } finally {
      branch.leave()
    }
  }
}

function settledOf({ id, layers }: Nest, value: unknown): unknown {
  try {
    return settled(value, id)
  } catch (mistake) {
    throw belonging(mistake, layers[0]?.instance)
  }
}

/** Straight through. What makes attempts is asked anew behind each of them, also where it was switched off when the call began. */
const passes = ({ traits }: RunSide, instance: Instance<any>): boolean => traits.offers === undefined && isOff(instance)

const enter = (nest: Nest, self: unknown, args: readonly unknown[], signal: unknown): Scope | undefined =>
  callerScope(nest.signal ? nest.signal.apply(self, args as unknown[]) : signal)

/** Mistakes of options come before anything acts, then those of keys. */
function begin<Inner>({ layers }: Nest, whole: Branch<Inner>, self: unknown, args: readonly unknown[]): Branch<Inner> {
  for (const { instance } of layers) instance.ready()
  return whole.of(self, args)
}

const asyncBody = (): AsyncInner => {
  const home = realm()
  return (call) => {
    const outer = home.attempt
    home.attempt = call
    call.quiet = undefined
    try {
      const result = call.body.apply(call.self, call.args as unknown[])
      return result instanceof Promise ? result : Promise.resolve(pending(result) ?? result)
    } catch (error) {
      return rejectedPromise(error)
    } finally {
      home.attempt = outer
    }
  }
}

const syncBody = (): SyncInner => {
  const home = realm()
  return (call) => {
    const outer = home.attempt
    home.attempt = call
    call.quiet = undefined
    try {
      return call.body.apply(call.self, call.args as unknown[])
    } finally {
      home.attempt = outer
    }
  }
}

const judgedAsync = (inner: AsyncInner, classifier: Classifier, asker: Asker): AsyncInner => (call) =>
  inner(call).then(
    (value) => judgeValue(call, value, classifier, asker),
    (error) => { throw judgeFailure(call, error, classifier, asker) },
  )

const judgedSync = (inner: SyncInner, classifier: Classifier, asker: Asker): SyncInner => (call) => {
  let value: unknown
  try {
    value = inner(call)
  } catch (error) {
    throw judgeFailure(call, error, classifier, asker)
  }
  return judgeValue(call, value, classifier, asker)
}

// a classifier that can't be used is a mistake: it is no outcome of the attempt, and no layer may count it
function judgeValue(call: Call, value: unknown, classifier: Classifier, asker: Asker): unknown {
  call.verdict = 'mistaken'
  call.verdict = judgeResult(classifier, value, asker)
  return value
}

function judgeFailure(call: Call, error: unknown, classifier: Classifier, asker: Asker): unknown {
  call.verdict = 'mistaken'
  call.verdict = judgeError(classifier, error, asker)
  return error
}
