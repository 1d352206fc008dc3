// The types of the marker, of bundles and of pipelines: what runs is the interpreter's.
import type { Bundle } from '@resilience4cata/runtime/interpreter/bundle'
import type { Answered } from '@resilience4cata/runtime/interpreter/marker-types'
import type { Pipeline } from '@resilience4cata/runtime/interpreter/pipeline'
import type { Registry } from '@resilience4cata/runtime/registry'
import type { FallbackConditions, FallbackContext } from './fallback/options.ts'
import type { Answering, AnswerOf, Policies, Unanswered } from './policies.ts'

type AnyFunction = (this: any, ...args: any) => unknown
type Several<Written> = Bundle<Written> | readonly (Written | Bundle<Written>)[]
/** Policies, a bundle, or several: what is written beats what a bundle brings, the later bundle beats the earlier one. */
export type Stack = Policies | Several<Policies>

type Part<Written> = Written extends Bundle<infer Inside> ? AnswerOf<Inside> : AnswerOf<Written>
type Extra<Written> = Written extends readonly (infer Each)[] ? Part<Each> : Part<Written>

type HandlerFor<Fn extends AnyFunction, Answer> = (this: ThisParameterType<Fn>, failure: any, context: FallbackContext, ...args: Parameters<Fn>) => Answer

/** Policies of one function: its fallback and its signal get the function's own parameters and receiver. */
export interface PoliciesFor<Fn extends AnyFunction, Answer> extends Omit<Policies, 'fallback' | 'signal'> {
  readonly fallback?: HandlerFor<Fn, Answer> | (FallbackConditions & { readonly handler: HandlerFor<Fn, Answer> }) | false
  readonly signal?: (this: ThisParameterType<Fn>, ...args: Parameters<Fn>) => AbortSignal | null | undefined
}

/** What `resilient` is: a marker of functions, and of objects by `resilient.of`. */
export interface Resilient {
  // first, since functions among the options keep the type that they have in the first signature: words of a verdict would only be text in the next one. Without a
  // fallback nothing of the type has to be taken apart, also where the place that it is for names a generic one
  /** The same function with policies around it: `const price = resilient({ retry: { maxAttempts: 3 } }, async (sku: string) => …)`. */
  <Fn extends AnyFunction>(policies: (PoliciesFor<Fn, never> & { readonly fallback?: false }) | Several<Unanswered>, fn: Fn): Fn
  /** The same function with the policies of a bundle around it, `resilient(remote, fn)`, or of several, `resilient([remote, { timeout: '5s' }], fn)`. */
  <const Written extends Several<Policies>, Fn extends AnyFunction>(policies: Written, fn: Fn): Answered<Fn, Extra<Written>>
  // the last one is what a type checker goes by when it explains a mistake
  /**
   * The same function with policies around it: `const price = resilient({ retry: { maxAttempts: 3 } }, async (sku: string) => …)`. Its type is the function's;
   * what a fallback answers is added to the result.
   */
  <Fn extends AnyFunction, Answer = never>(policies: PoliciesFor<Fn, Answer>, fn: Fn): Answered<Fn, Awaited<Answer>>
  /**
   * An object like the target, whose listed methods are resilient; all else is handed on to it. For objects of somebody else's; calls that the target makes to
   * itself are not protected.
   */
  of<Target extends object>(target: Target, methods: { readonly [Name in keyof Target]?: Stack }): Target
}

/** A stack of policies to be used by many: as decorator `@remote`, in a marker `resilient(remote, fn)`, or with more: `resilient([remote, { timeout: '5s' }], fn)`. */
export type MakeBundle = <Answer = never>(policies: Answering<Answer>) => Bundle<[Answer] extends [never] ? Unanswered : Answering<AsWritten<Answer>>>
// what the place asks for that the bundle is made at doesn't say what its fallback answers (`NoInfer` is younger than the oldest TypeScript that reads these types)
type AsWritten<Answer> = [Answer][Answer extends unknown ? 0 : never]

/** What a pipeline takes: always in the default order, named by its id. */
export type PipelinePolicies<Answer = any> = Omit<Answering<Answer>, 'order' | 'name' | 'signal' | 'mode' | 'registry'>

/**
 * The same layers for code that can't be marked: `.execute(fn, { signal })`, `.executeSync(fn)`. `id` names the instances. Retry and Hedge in one: R4C-RT-019;
 * an `order`: R4C-CFG-001.
 */
export type MakePipeline = <Answer = never>(id: string, policies: PipelinePolicies<Answer>, options?: { readonly registry?: Registry }) => Pipeline<Awaited<Answer>>
