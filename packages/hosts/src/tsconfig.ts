// Which kind of decorators a file has, by the nearest tsconfig.json: `experimentalDecorators` means legacy. `extends` is followed, and so are the
// `references` of a tsconfig that only lists projects, as Vite's templates have it.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { textOf } from './text-of.ts'

export type Decorators = 'standard' | 'legacy'

interface Tsconfig {
  readonly extends?: string | readonly string[]
  readonly files?: readonly string[]
  readonly references?: readonly { readonly path: string }[]
  readonly compilerOptions?: { readonly experimentalDecorators?: boolean }
}

/** Answers for files, and remembers folders for as long as this finder lives. */
export function decoratorsFinder(): (file: string) => Decorators {
  const known = new Map<string, Decorators>()
  const find = (folder: string): Decorators => {
    const found = known.get(folder)
    if (found) return found
    const config = join(folder, 'tsconfig.json')
    const parent = dirname(folder)
    const result = existsSync(config) ? (isLegacy(config) ? 'legacy' : 'standard') : parent === folder ? 'standard' : find(parent)
    known.set(folder, result)
    return result
  }
  return (file) => find(dirname(file))
}

/** `undefined`: neither it nor what it stands on says. */
function isLegacy(path: string, seen = new Set<string>()): boolean | undefined {
  if (seen.has(path)) return undefined
  seen.add(path)
  const { compilerOptions, extends: bases = [], files, references = [] } = read(path)
  const own = compilerOptions?.experimentalDecorators
  if (own !== undefined) return own
  // the last of several bases wins
  for (const base of [bases].flat().reverse()) {
    const inherited = isLegacy(baseOf(base, path), seen)
    if (inherited !== undefined) return inherited
  }
  return files?.length === 0 ? references.some((reference) => isLegacy(projectOf(resolve(dirname(path), reference.path)), seen)) : undefined
}

const projectOf = (path: string): string => (path.endsWith('.json') ? path : join(path, 'tsconfig.json'))

function baseOf(base: string, from: string): string {
  if (base.startsWith('.') || isAbsolute(base)) return resolve(dirname(from), base.endsWith('.json') ? base : `${base}.json`)
  const require = createRequire(from)
  for (const name of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      return require.resolve(name)
    } catch {
      // the next spelling
    }
  }
  return base
}

// An unreadable tsconfig is the host's to complain about.
function read(path: string): Tsconfig {
  try {
    return JSON.parse(withoutComments(textOf(path))) as Tsconfig
  } catch {
    return {}
  }
}

/** JSON from JSON with comments and trailing commas. */
export function withoutComments(text: string): string {
  const tokens: string[] = []
  let last = -1
  for (let at = 0, end; at < text.length; at = end) {
    end = endOfToken(text, at)
    const token = text.slice(at, end)
    if (token.startsWith('//') || token.startsWith('/*')) continue
    if ((token === '}' || token === ']') && tokens[last] === ',') tokens[last] = ''
    if (token.trim() !== '') last = tokens.length
    tokens.push(token)
  }
  return tokens.join('')
}

function endOfToken(text: string, at: number): number {
  const end = (mark: string, from: number): number => (text.indexOf(mark, from) + 1 || text.length + 1) - 1
  if (text.startsWith('//', at)) return end('\n', at)
  if (text.startsWith('/*', at)) return Math.min(text.length, end('*/', at + 2) + 2)
  if (text[at] !== '"') return at + 1
  let close = at + 1
  while (close < text.length && text[close] !== '"') close += text[close] === '\\' ? 2 : 1
  return close + 1
}
