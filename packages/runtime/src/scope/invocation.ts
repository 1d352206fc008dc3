import type { Body, Call, Judgement } from '@resilience4cata/core/run/room'
import type { Scope } from '@resilience4cata/core/run/scope'

/** One call of a resilient function, or one of several attempts that are made side by side. */
export class Invocation implements Call {
  attempts = 0
  verdict: Judgement | undefined
  quiet: AbortSignal | undefined
  constructor(readonly body: Body, readonly self: unknown, readonly args: readonly unknown[], readonly scope: Scope | undefined) {}
}

/** The same call inside of a layer that can end it: an attempt of its own. What the classifier says is found on it, and is to be handed outwards. */
export const within = (call: Call, scope: Scope): Call => new Invocation(call.body, call.self, call.args, scope)
