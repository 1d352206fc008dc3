// Mistakes that only the text shows, so that only the compiler finds them. Those which the interpreter finds too are in core.
import { fault, show, type Fault } from '@resilience4cata/core/diagnostic'

const WAYS_OUT = "Write the policies in place, or in a const of this file, `bundle({ … })` or `{ … } as const satisfies Policies`."

export const unreadablePolicies = (text: string): Fault => fault('R4C-SIT-007', `which layers this site has can't be read from ${show(text)}`, WAYS_OUT)

export const unreadableSpread = (text: string): Fault => fault('R4C-SIT-007', `${show(text)} may hide any layer`, WAYS_OUT)

export const foreignBetween = (name: string): Fault =>
  fault('R4C-SIT-004', `${name} stands between two of ours`, `Move it above or below them, or list it in \`passive\` if it only notes metadata.`)

export const foreignBelowOnClass = (name: string): Fault =>
  fault('R4C-SIT-004', `${name} stands between ours and the class, and may replace it`, 'Move it above ours, or list it in `passive` if it only notes metadata.')

export const noBody = (what: 'an abstract method' | 'an overload' | 'a `declare` member'): Fault =>
  fault('R4C-SIT-009', `${what} has no body to protect`, 'Put the policies on the method that has one.')

export const twice = (label: string): Fault => fault('R4C-SIT-010', `${label} stands twice on one function`, 'Keep one of the two.')

export const tooManyArguments = (count: number): Fault => fault('R4C-SIT-013', `the marker takes policies and a function, got ${count} arguments`, 'Write `resilient({ … }, async () => { … })`.')

export const unreadableArguments = (text: string): Fault =>
  fault('R4C-SIT-007', `what the decorator is given can't be read from ${show(text)}`, 'Write the options in place, or the name of a const: `@Retry(options)`.')

export const ofNeedsMethods = (): Fault => fault('R4C-SIT-013', 'resilient.of needs an object and the policies of its methods', 'Write `resilient.of(target, { method: { retry: true } })`.')

export const returnsPromise = (): Fault =>
  fault('R4C-SYN-005', "mode is 'sync', but the written return type is a promise", 'Take the mode away, or write the type that it returns.')

export const observable = (): Fault =>
  fault('R4C-SYN-012', 'the function returns an Observable: policies end when the function returns', 'Protect the promise or the function that the observable is made of.')

// hints

export const handsOut = (name: string): Fault =>
  fault('R4C-HNT-005', `this module hands out ${name}`, 'Files that name nothing else of ours, or import it as they would a package, are only compiled when this module stands in `through`.')

export const unresolvedBundle = (name: string, specifier: string): Fault =>
  fault('R4C-HNT-006', `the text of ${show(specifier)}, where ${name} is from, isn't at hand: the site is interpreted`, 'Use a host that resolves modules, or write the policies in this file.')

export const reliesOnType = (mode: 'async' | 'sync'): Fault =>
  fault('R4C-HNT-007', `only the written return type says that this is ${mode}`, `Without the compiler it needs \`mode: '${mode}'\` (\`@Mode('${mode}')\`).`)

export const onlyTheStart = (type: string): Fault => fault('R4C-HNT-008', `the function returns ${type}: only its start is protected`, 'What is read from it later can fail unprotected: protect the calls that it is read by, or return what has been read.')

export const newOnEachRun = (layer: string): Fault =>
  fault('R4C-HNT-011', `${layer} keeps state, and this function makes a new one on each run`, 'Give it a `name`, which shares it, or move the site out of the function.')

export const usedAsValue = (name: string): Fault => fault('R4C-HNT-012', `${name} is used as a value here: what is made with it is interpreted`, 'Call it where it protects something, under its own name, to have that compiled.')

export const reachesNothing = (): Fault =>
  fault('R4C-HNT-013', 'it reaches no method of the class', 'On a class it means the own public methods that are written `async` or have a `@Mode`. Put it on a method, or take it away.')

export const thrownAway = (): Fault => fault('R4C-HNT-013', 'the function that the marker returns is thrown away', 'Keep it and call it: the function that was given to the marker stays as it is.')

export const unparsed = (why: string): Fault =>
  fault('R4C-HNT-014', `it can't be parsed, so nothing in it is compiled: ${why}`, 'Mend it if it is a mistake. If your bundler takes it, what it marks is interpreted: move that to a file of its own to have it compiled.')
