// From what was typed to files: a file, a folder (every script in it), or a glob. Shells that expand globs themselves hand us files.
import { readdirSync, statSync, type Dirent } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { SCRIPT } from '../options.ts'
import { UsageError } from './arguments.ts'

export function filesOf(patterns: readonly string[], cwd: string): string[] {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const files = kindOf(resolve(cwd, pattern)) === 'file' ? [resolve(cwd, pattern)] : scriptsOf(pattern, cwd)
    if (files.length === 0) throw new UsageError(`no script matches ${JSON.stringify(pattern)} in ${cwd}`)
    for (const file of files) found.add(file)
  }
  return [...found]
}

function scriptsOf(pattern: string, cwd: string): string[] {
  const { base, glob } = partsOf(pattern, cwd)
  const matches = globExpression(glob)
  return scriptsIn(base).filter((file) => glob === '' || matches.test(slashed(relative(base, file))))
}

/** Every folder in which a file may come or go that the patterns mean. */
export const foldersOf = (patterns: readonly string[], cwd: string): Set<string> => new Set(patterns.flatMap((pattern) => [...foldersIn(partsOf(pattern, cwd).base)]))

/** The folder that a pattern names before its first wildcard, and what of it is to be matched in there: nothing where it names a folder. */
function partsOf(pattern: string, cwd: string): { readonly base: string; readonly glob: string } {
  const path = resolve(cwd, pattern)
  const kind = kindOf(path)
  if (kind === 'folder') return { base: path, glob: '' }
  if (kind === 'file') return { base: dirname(path), glob: basename(path) }
  const glob = slashed(pattern)
  const folder = /^[^*?{]*\//.exec(glob)?.[0] ?? ''
  return { base: resolve(cwd, folder), glob: glob.slice(folder.length) }
}

/** Windows' own separator is no separator elsewhere, where a name may contain it. */
export const slashed = (path: string, separator = sep): string => path.replaceAll(separator, '/')

const scriptsIn = (folder: string): string[] =>
  [...foldersIn(folder)].flatMap((path) => entriesOf(path).filter(({ name }) => SCRIPT.test(name)).map(({ name }) => join(path, name))).filter((path) => kindOf(path) === 'file').sort()

function* foldersIn(folder: string): Generator<string> {
  if (kindOf(folder) !== 'folder') return
  yield folder
  for (const entry of entriesOf(folder)) if (entry.isDirectory()) yield* foldersIn(join(folder, entry.name))
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
  } catch (error) {
    throw new UsageError(`can’t read ${folder}: ${(error as Error).message}`)
  }
}

/** Links are followed. */
function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'folder' : undefined
  } catch {
    // a circle of links, a name that no file can have
    return undefined
  }
}

/** `**` any folders, `*` and `?` within a name, `{a,b}` either. */
export const globExpression = (glob: string): RegExp => new RegExp(`^${spelled(glob)}$`)

function spelled(glob: string): string {
  const tokens = glob.match(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g) ?? []
  return tokens.map((token) => {
    if (token === '**/') return '(?:[^/]+/)*'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    return token.startsWith('{') && token.endsWith('}') ? `(?:${token.slice(1, -1).split(',').map(spelled).join('|')})` : escaped(token)
  }).join('')
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
