// What bodies answer with, and how all of it is written into a trace.

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

/** The classifier of a site. */
export function classify(value: unknown): Exclude<Says, 'confused'> {
  const { says = 'success' } = (value ?? {}) as { says?: Says }
  if (says === 'confused') throw new Error('confused')
  return says
}

export function show(value: unknown): string {
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
