// What bodies answer with, and how all of it is written into a trace.
import type { Verdict } from '@resilience4cata/core/classifier'
import type { Program } from './program.ts'
import type { Stage } from './stage.ts'

/** What a classified value says of itself. */
export type Says = 'success' | 'failure' | 'overload' | 'ignore' | 'confused' | { readonly verdict: 'failure' | 'overload'; readonly retryAfterMs: number }

const hint = (verdict: 'failure' | 'overload', retryAfterMs: number): Says => ({ verdict, retryAfterMs })

/** Falsy ones are outcomes too. */
const PLAIN = [7, 0, '', false, null, undefined] as const
const SAYING: readonly Says[] = ['failure', 'overload', 'ignore', 'success', 'confused', hint('failure', 30), hint('overload', 30), hint('overload', 90)]
export const VALUES = PLAIN.length + SAYING.length

/** `told`: called when somebody releases it. */
export const valueOf = (what: number, label: string, told: () => void): unknown => {
  const index = what % VALUES
  return index < PLAIN.length ? PLAIN[index] : { label, says: SAYING[index - PLAIN.length], body: { locked: false, cancel: told } }
}

const named = (name: string, label: string, facts: object = {}) => Object.assign(new Error(label), { name, ...facts })
const FAILURES: readonly ((label: string) => unknown)[] = [
  (label) => new Error(label),
  (label) => named('Error', label, { code: 'E_BUSY' }),
  (label) => new RangeError(label),
  (label) => named('AbortError', label),
  (label) => named('TimeoutError', label),
  (label) => named('Error', label, { code: 'ERR_ASSERTION' }),
  () => undefined,
  () => 0,
  (label) => label,
]
export const failureOf = (what: number, label: string): unknown => FAILURES[what % FAILURES.length]!(label)

/** A classifier as an object. */
export interface Judging {
  result(value: unknown): Verdict
  error?(failure: unknown): Verdict | undefined
}

const heard = (says: Says | undefined): Verdict | undefined => {
  if (says === 'confused') throw new Error('confused')
  return says
}
const saidOf = (value: unknown): Says => ((value ?? {}) as { says?: Says }).says ?? 'success'

// some failures, of those that bodies have and of our own; of others a classifier says nothing
const SAID: Readonly<Record<string, Says>> = {
  E_BUSY: 'overload', ERR_ASSERTION: hint('failure', 30), TimeoutError: 'ignore', RangeError: 'failure', AbortError: 'failure', R4C_BULKHEAD_FULL: 'ignore', R4C_CALL_TIMEOUT: 'success',
  R4C_CALL_NOT_PERMITTED: 'failure',
}
const saidOfFailure = (failure: any): Says | undefined => {
  if (failure === 0) return 'confused'
  return SAID[failure?.code] ?? SAID[failure?.name]
}

/** The classifier of a site. Each time that it is asked is noted. */
export function classifierOf({ classified, judgesFailures }: Program, stage: Stage): Judging | undefined {
  const noted = (what: unknown) => stage.note('classifier', `asked for ${show(what)}`)
  return classified ? {
    result: (value) => (noted(value), heard(saidOf(value))!),
    ...(judgesFailures && { error: (failure: unknown) => (noted(failure), heard(saidOfFailure(failure))) }),
  } : undefined
}

const OTHER: Readonly<Record<string, Says>> = { success: 'success', failure: 'overload', overload: 'ignore', ignore: 'failure' }

/** The classifier of a layer: it says something else. */
export const own = (stage: Stage): Judging => ({
  result(value) {
    stage.note('classifier', `own, asked for ${show(value)}`)
    const says = saidOf(value)
    return heard(typeof says === 'object' ? hint('failure', 20) : OTHER[says] ?? says)!
  },
  error(failure) {
    stage.note('classifier', `own, asked for ${show(failure)}`)
    const says = saidOfFailure(failure)
    return heard(typeof says === 'object' ? 'ignore' : says && OTHER[says])
  },
})

export function show(value: unknown): string {
  if (value instanceof Error && value.name === 'ConfigurationError') return `${value.name} ${(value as Error & { code?: string }).code}`
  if (value instanceof Error) return isOurs(value) ? `${value.name} ${facts(value)}` : `${value.name}(${value.message})`
  if (typeof value === 'object' && value !== null) return (value as { label?: string }).label ?? facts(value)
  return typeof value === 'number' ? String(rounded(value)) : String(value === '' ? "''" : value)
}

const isOurs = (error: Error & { code?: unknown }) => typeof error.code === 'string' && error.code.startsWith('R4C_')

// besides these a rejection has a text and an id
const FACTS = ['code', 'state', 'retryAfterMs', 'limit', 'timeoutMs', 'reason', 'result']

export function facts(of: object, names: readonly string[] = of instanceof Error ? FACTS : Object.keys(of)): string {
  const shown = names.filter((name) => name in of).map((name) => `${name}=${show((of as Record<string, unknown>)[name])}`)
  return shown.join(' ')
}

export const rounded = (ms: number): number => Math.round(ms * 1e4) / 1e4
