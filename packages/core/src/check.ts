// One check for both sides: literals in the compiler, values in configuration and in interpreted code.
import type { Attribute, CountAttribute, Table } from './attributes.ts'
import { fault, nearest, show, type Fault } from './diagnostic.ts'
import { parseDuration, showDuration } from './duration.ts'
import { checkList } from './list.ts'

export interface Checked {
  /** Only what was given, normalised: durations as milliseconds, words in lower case. */
  readonly values: Record<string, unknown>
  readonly faults: Fault[]
}

export interface Origin {
  /** From a properties file or the environment, where everything is text in any case. */
  readonly fromText?: boolean
  /** From configuration, not written at a site. */
  readonly configured?: boolean
}

/** Reads each property once. */
export function checkOptions(table: Table, given: object, origin: Origin = {}): Checked {
  const values: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const option of Object.keys(given)) {
    const attribute = Object.hasOwn(table, option) ? table[option] : undefined
    const value = (given as Record<string, unknown>)[option]
    if (!attribute) faults.push(unknownOption(option, Object.keys(table)))
    else if (value !== undefined) {
      const result = checkValue(option, attribute, value, origin)
      if ('code' in result) faults.push(result)
      else values[option] = result.value
    }
  }
  return { values, faults }
}

export function unknownOption(option: string, known: readonly string[]): Fault {
  const near = nearest(option, known)
  const note = near ? `Did you mean ${near}?` : `Known here: ${known.join(', ')}.`
  return fault('R4C-CFG-001', `unknown option ${show(option)}`, note, option)
}

/** What a table requires and nobody has said. */
export const missingOptions = (table: Table, options: Readonly<Record<string, unknown>>): Fault[] =>
  Object.entries(table)
    .filter(([option, attribute]) => attribute.required && options[option] === undefined)
    .map(([option, { note }]) => fault('R4C-ATR-009', `${option} is required and comes from nowhere`, note ?? 'Write it at the site, or configure it.', option))

/** `known`: the names that there are. */
export function unknownConfig(config: string, known: readonly string[]): Fault {
  const near = nearest(config, known)
  const note = near ? `Did you mean ${show(near)}?` : known.length > 0 ? `Known here: ${known.slice(0, 10).join(', ')}.` : 'Add it to `configs` in `registry.configure`.'
  return fault('R4C-REG-004', `unknown named configuration ${show(config)}`, note, 'config')
}

export type Result = { readonly value: unknown } | Fault

export function checkValue(option: string, attribute: Attribute, value: unknown, { fromText = false, configured = false }: Origin = {}): Result {
  const wrong = (must: string, code = attribute.code): Fault => fault(code, `${option} must be ${must}, got ${show(value)}`, attribute.note, option)
  switch (attribute.kind) {
    case 'duration': {
      const ms = parseDuration(fromText ? asNumberIfPlain(value) : value)
      if (ms === undefined) return durationFault(option, value)
      if (outside(attribute, ms)) return wrong(range(attribute, showDuration))
      return { value: ms }
    }
    case 'count':
    case 'number': {
      const n = fromText && typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (typeof n !== 'number') return wrong('a number', 'R4C-ATR-012')
      const bounds = configured ? { ...attribute, min: attribute.configuredMin ?? attribute.min } : attribute
      if (!Number.isFinite(n) || outside(bounds, n) || (attribute.kind === 'count' && !Number.isInteger(n))) {
        return wrong((attribute.kind === 'count' ? 'a whole number ' : 'a finite number ') + range(bounds, String))
      }
      return { value: n }
    }
    case 'flag': {
      const text = typeof value === 'string' ? value.trim().toLowerCase() : value
      if (text === true || text === 'true') return { value: true }
      if (text === false || text === 'false') return { value: false }
      return wrong('true or false')
    }
    case 'word': {
      const word = fromText && typeof value === 'string' ? fromConstant(value, attribute.words) : value
      if (typeof word === 'string' && attribute.words.includes(word)) return { value: word }
      return wrong(`one of ${attribute.words.map(show).join(', ')}`, typeof value === 'string' ? attribute.code : 'R4C-ATR-012')
    }
    case 'list':
      return checkList(option, fromText && typeof value === 'string' ? value.split(',').map((s) => s.trim()).filter(Boolean) : value)
    case 'function':
      return typeof value === 'function' ? { value } : wrong('a function')
    case 'classifier':
      return isClassifier(value) ? { value } : wrong('a function, or { result, error }')
    case 'text':
      return typeof value === 'string' && value !== '' ? { value } : wrong('text that is not empty')
  }
}

const asNumberIfPlain = (value: unknown) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value)

// 'EXPONENTIAL' and 'exponential' are one word in a properties file [S]
const fromConstant = (value: string, words: readonly string[]) => words.find((w) => w.toLowerCase() === value.trim().toLowerCase()) ?? value

const durationFault = (option: string, value: unknown): Fault =>
  fault('R4C-ATR-001', `${option} must be a duration, got ${show(value)}`, `Write '250ms', '2s', '1m', '1h', 'PT2S', '0', or a number of milliseconds; at most 365d, never negative.`, option)

type Bounds = Pick<CountAttribute, 'min' | 'max' | 'open' | 'openMax'>

const outside = ({ min, max, open, openMax }: Bounds, n: number) => (open ? n <= min : n < min) || (openMax ? n >= max : n > max)

function range({ min, max, open, openMax }: Bounds, spell: (n: number) => string): string {
  const low = `${open ? 'above' : 'at least'} ${spell(min)}`
  return Number.isFinite(max) ? `${low} and ${openMax ? 'below' : 'at most'} ${spell(max)}` : low
}

function isClassifier(value: unknown): boolean {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { result, error } = value as { result?: unknown; error?: unknown }
  return [result, error].every((part) => part === undefined || typeof part === 'function')
}
