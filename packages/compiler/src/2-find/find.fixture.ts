// For tests: find on a piece of text, and what of it is asserted most often.
import { policies } from '@resilience4cata/policies/build'
import { parse } from '../1-parse/parse.ts'
import type { CompileOptions } from '../index.ts'
import type { Site, Value } from '../site.ts'
import { find, type Found } from './index.ts'

export function found(code: string, options: Partial<CompileOptions> = {}): Found {
  const tree = parse(code, options.id ?? 'a.tsx')
  if (!tree) throw new Error(`no valid program: ${code}`)
  return find(tree, policies, { id: 'a.tsx', ...options })
}

const ALL = 'import { resilient, bundle, Retry, Timeout, Fallback, CircuitBreaker, RateLimiter, PolicyOrder, CancelWith, Classify, Named, Mode } from "resilience4cata"\n'

/** With everything imported. */
export const inFile = (code: string, options?: Partial<CompileOptions>): Found => found(ALL + code, options)

export const paths = (code: string): string[] => inFile(code).sites.map((site) => site.path)

/** The only site. */
export function only(code: string, options?: Partial<CompileOptions>): Site {
  const { sites, findings } = inFile(code, options)
  if (sites.length !== 1) throw new Error(`${sites.length} sites; ${findings.map((f) => `${f.fault.code} ${f.fault.says}`)}`)
  return sites[0]!
}

/** `R4C-SIT-007 at the text`, errors and hints in source order. */
export function complaints(code: string, options?: Partial<CompileOptions>): string[] {
  const text = ALL + code
  return [...found(text, options).findings].sort((a, b) => a.at.start - b.at.start).map(({ fault, at }) => `${fault.code} at ${text.slice(at.start, at.end)}`)
}

export const plain = (value: Value | undefined): unknown => (value?.kind === 'literal' ? value.value : value?.kind)

/** `{ retry: { maxAttempts: 2 } }`; what is computed reads `expression`. */
export const layers = (site: Site): Record<string, unknown> =>
  Object.fromEntries(site.layers.map(({ layer, leading, options }) => {
    const written = options.kind === 'object' ? Object.fromEntries([...options.entries].map(([key, value]) => [key, plain(value)])) : options.kind === 'flag' ? options.value : 'expression'
    return [layer, leading ? [leading.option, plain(leading.value), written] : written]
  }))
