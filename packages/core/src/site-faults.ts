// Mistakes about a site, as opposed to a value: one function per code, the same words from the compiler (with a place) and from the interpreter (without).
import { fault, nearest, quote, show, type Fault } from './diagnostic.ts'
import { LAYERS, type LayerName } from './layers.ts'

// sync or async

export const undecidedMode = (): Fault =>
  fault('R4C-SYN-001', 'the function is neither async nor says whether it returns a promise or a value', "Write it `async`, or give the site `mode: 'async'` or `mode: 'sync'` (`@Mode('async')`, `@Mode('sync')` on a method); compiled, a written return type answers too.")

export const generatorSite = (what: 'a generator' | 'an async generator' | 'a getter' | 'a setter' | 'a constructor'): Fault =>
  fault('R4C-SYN-002', `${what} can't be resilient: a policy ends when the function returns`, 'Put the policies on a function that returns a value or a promise.')

export const asyncFallback = (name: string): Fault =>
  fault('R4C-SYN-003', `the fallback ${name} is async, its site is sync`, 'Make the fallback sync, or the site async.')

export const syncModeOfAsync = (): Fault =>
  fault('R4C-SYN-005', "mode is 'sync', but the function is async", "Take the mode away, or write the function without `async`.")

export const thenableResult = (): Fault =>
  fault('R4C-SYN-010', 'a sync site returned a thenable', "Write the function `async`, or give the site `mode: 'async'`.")

// where a mark may stand

export const notOnField = (what: 'a field' | 'an accessor'): Fault =>
  fault('R4C-SIT-008', `a policy can't stand on ${what}`, 'Write the marker instead: `field = resilient({ … }, async () => { … })`.')

export const notOnParameter = (): Fault =>
  fault('R4C-SIT-006', "a policy can't stand on a parameter or on a member of an object literal", 'Put it on a method of a class, or write `resilient({ … }, async () => { … })`.')

export const policyTwice = (layer: LayerName): Fault =>
  fault('R4C-SIT-010', `${show(layer)} stands twice on one method`, 'Keep one of the two.')

export const decoratorNotCalled = (name: string): Fault =>
  fault('R4C-SIT-012', `the decorator @${name} isn't called`, `Write \`@${name}()\`.`)

/** The arguments of a decorator. */
export function wrongCount(name: string, count: number, least: number, most: number): Fault | undefined {
  if (count < least) return fault('R4C-ATR-009', `@${name} says nothing without an argument`, 'Give it one, or take it away.')
  return count > most ? fault('R4C-ATR-012', `@${name} takes ${most === 1 ? 'one argument' : `${most} arguments`}, got ${count}`, 'Put all options into one object.') : undefined
}

export const markerWithoutFunction = (policies: unknown, fn: unknown): Fault => {
  const way = 'Write `resilient({ … }, async () => { … })`.'
  if (typeof policies === 'function' && fn === undefined) return fault('R4C-SIT-013', 'the marker has a function, and no policies in front of it', way)
  if (typeof policies === 'function' && typeof fn === 'object' && fn !== null) return fault('R4C-SIT-013', "the marker's arguments are swapped: got the function first", way)
  if (fn instanceof Promise) return fault('R4C-SIT-013', 'the marker needs a function, got a promise', 'Hand the function over without calling it: `resilient({ … }, fetchPrice)`.')
  return fault('R4C-SIT-013', `the marker needs a function, got ${show(fn)}`, fn === undefined ? `${way} On a method: \`@Retry({ … })\`, \`@bundle({ … })\`.` : way)
}

/** An unknown key of `Policies`. `known` are its keys. */
export const unknownPolicy = (key: string, known: readonly string[]): Fault => {
  const near = nearest(key, known)
  return fault('R4C-CFG-001', `unknown policy ${show(key)}`, near ? `Did you mean ${near}?` : `Known here: ${known.join(', ')}.`, key)
}

/** What stands where a policy's options are expected. */
export const notOptions = (layer: LayerName, value: unknown): Fault =>
  fault('R4C-ATR-012', `${layer} must be an object of options, true or false, got ${show(value)}`, 'Write the options by name, `{ … }`, or `true` for the defaults.', layer)

export const orderInPipeline = (): Fault =>
  fault('R4C-CFG-001', 'a pipeline takes no order: its layers always nest in the default order', 'Take `order` away, or use `resilient({ order: […], … }, fn)`.', 'order')

// policies that exclude each other

/** `code` and the layers come from their traits. */
export const excludes = (code: string, one: LayerName, other: LayerName): Fault =>
  fault(code, `${together(one, other)} can't stand on one site: they take the same place`, 'Keep one of the two.')

// the same words whatever is read first
const together = (one: LayerName, other: LayerName) => LAYERS.filter((layer) => layer === one || layer === other).map(show).join(' and ')

/** `code` comes from the layer's traits. */
export const asyncOnly = (code: string, layer: LayerName): Fault =>
  fault(code, `${show(layer)} has no sync form`, 'Make the function async, or take the policy away.')

// order

export const layerTwiceInOrder = (layer: LayerName, earlier: LayerName): Fault =>
  fault('R4C-ORD-001', layer === earlier ? `the order lists ${show(layer)} twice` : `the order lists ${show(earlier)} and ${show(layer)}, which are the same place`, 'List each layer once, outermost first.')

export const pinnedInOrder = (layer: LayerName): Fault =>
  fault('R4C-ORD-002', `the order lists ${show(layer)}, which is always outermost`, 'Take it out of the list.')

export const unknownInOrder = (word: unknown): Fault => {
  const near = typeof word === 'string' ? nearest(word, LAYERS) : undefined
  const severalInOne = Array.isArray(word) || (typeof word === 'string' && word.includes(','))
  const note = severalInOne ? "Write the layers one by one: `@PolicyOrder('timeout', 'retry')`, `order: ['timeout', 'retry']`." : near ? `Did you mean ${near}?` : `Layers are ${LAYERS.join(', ')}.`
  return fault('R4C-ORD-003', `the order has ${show(word)}, which is no layer`, note)
}

export const notARegistry = (value: unknown): Fault =>
  fault('R4C-ATR-012', `registry must be a registry, got ${show(value)}`, 'Give what `createRegistry()` has returned, or leave it out.', 'registry')

export const notAnOrder = (value: unknown): Fault =>
  fault('R4C-ATR-012', `order must be a list of layers, got ${show(value)}`, "Write a list: `order: ['timeout', 'retry']`.", 'order')

export const orderNotLiteral = (): Fault =>
  fault('R4C-ORD-004', "the order isn't a literal", "Write the list in place: `order: ['timeout', 'retry']`.")

// fallback by name

const SAME_SIDE = 'Write the method on the same side as the site, or give a function.'

// also in bundles, so in few words
export const missingMethod = (method: string, note = SAME_SIDE): Fault => ({ code: 'R4C-FBK-001', says: `the class has no method ${JSON.stringify(method)}`, note, option: 'method' })

/** A method of that name exists, but static where the site is not, or the other way round. */
export const methodOfOtherSide = (method: string, side: 'static' | 'instance'): Fault =>
  fault('R4C-FBK-001', `the method ${quote(method)} exists only on the ${side} side`, SAME_SIDE, 'method')

export const privateMethodByName = (method: string): Fault =>
  fault('R4C-FBK-002', `the private method ${show(method)} can't be reached by name in interpreted code`, 'Compile the file, make the method public, or give a function: `@Fallback(function (failure, context) { … })`.', 'method')

export const failureHasNoPlace = (method: string): Fault =>
  fault('R4C-FBK-003', `the site has a default or rest parameter, so that the failure has no certain place among the arguments of ${show(method)}`, 'Give a function, which gets the failure first: `@Fallback(function (failure, context, ...args) { … })`.', 'method')

export const methodWithoutClass = (method: string): Fault =>
  fault('R4C-FBK-004', `${show(method)} names a method, but there is no class here`, 'Give a function: `fallback: (failure, context, ...args) => …`.', 'method')

export const fallbackOfItself = (method: string): Fault =>
  fault('R4C-FBK-005', `the fallback of ${quote(method)} is ${quote(method)} itself, which would call itself for ever`, 'Name another method, or give a function.', 'method')

// signals, classifiers, pipelines, strict

export const notASignal = (value: unknown): Fault =>
  fault('R4C-SIG-001', `signal gave ${show(value)}, which is no AbortSignal`, 'Return an AbortSignal or undefined.', 'signal')

export const noAttempt = (): Fault =>
  fault('R4C-SIG-003', 'attemptSignal() was called with no attempt on the stack: after an `await`, or outside a resilient function', 'Ask for it at the start of the body and keep it.')

export const verdictIsPromise = (): Fault =>
  fault('R4C-CLS-013', "the classifier's verdict is a promise", 'A classifier is synchronous: look only at what the value or error already says.', 'classifier')

export const syncPipelineOfAsync = (layer: LayerName): Fault =>
  fault('R4C-RT-018', `executeSync of a pipeline with ${show(layer)}, which has no sync form`, 'Use execute, or take the policy away.')

export const excludesInPipeline = (one: LayerName, other: LayerName): Fault =>
  fault('R4C-RT-019', `${together(one, other)} can't stand in one pipeline: they take the same place`, 'Keep one of the two.')

export const interpretedUnderStrict = (): Fault =>
  fault('R4C-RT-022', 'this would be interpreted, and the program was built with `strict`', 'Let the plugin see the file (`include`, `through`), or build without `strict`.')
