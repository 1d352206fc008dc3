type Digits = `${number}`
type Unit = 'ms' | 's' | 'm' | 'h' | 'd'
/** `'250ms' '2s' '1m' '1h' '1d' 'PT2S' '0'`, or milliseconds as a number. Sign, ISO syntax and range are checked later (R4C-ATR-001, R4C-ATR-010). */
export type Duration = `${Digits}${Unit}` | `P${string}` | '0' | number

/** Above this nothing is a duration: R4C-ATR-001. */
export const MAX_DURATION = 365 * 86_400_000

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const SIMPLE = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/
// java.time.Duration's form, without sign: P[nD][T[nH][nM][n.nS]]
const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i

/** Milliseconds, or `undefined` when the value is not a duration between 0 and 365 d. */
export function parseDuration(value: unknown): number | undefined {
  const ms = typeof value === 'number' ? value : typeof value === 'string' ? fromText(value.trim()) : NaN
  return ms >= 0 && ms <= MAX_DURATION ? ms : undefined
}

function fromText(text: string): number {
  if (text === '0') return 0
  const simple = SIMPLE.exec(text)
  if (simple) return Number(simple[1]) * UNITS[simple[2]!]!
  const iso = ISO.exec(text)
  if (!iso || iso[0].length < 3 || /T$/i.test(iso[0])) return NaN
  const [d = 0, h = 0, m = 0, s = 0] = iso.slice(1).map((part) => Number(part ?? 0))
  return d * UNITS['d']! + h * UNITS['h']! + m * UNITS['m']! + s * UNITS['s']!
}

/** For messages: `200 ms` reads `200ms`, `60000` reads `1m`. */
export function showDuration(ms: number): string {
  if (ms === 0) return '0'
  const unit = (['d', 'h', 'm', 's'] as const).find((u) => ms % UNITS[u]! === 0) ?? 'ms'
  return `${ms / UNITS[unit]!}${unit}`
}
