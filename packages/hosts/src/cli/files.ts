// From what was typed to files: a file, a folder (every script in it), or a glob. Shells that expand globs themselves hand us files.
import { readdirSync, statSync, type Dirent } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
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
  const folder = resolve(cwd, pattern)
  if (kindOf(folder) === 'folder') return scriptsIn(folder)
  const matches = globExpression(pattern.replace(/^\.\//, ''))
  return scriptsIn(baseOf(pattern, cwd)).filter((file) => matches.test(relative(cwd, file).split(sep).join('/')))
}

/** Every folder in which a file may come or go that the patterns mean. */
export const foldersOf = (patterns: readonly string[], cwd: string): Set<string> => new Set(patterns.flatMap((pattern) => [...foldersIn(baseOf(pattern, cwd))]))

/** The folder that a pattern names before its first wildcard. */
function baseOf(pattern: string, cwd: string): string {
  const path = resolve(cwd, pattern)
  const kind = kindOf(path)
  if (kind) return kind === 'folder' ? path : dirname(path)
  return resolve(cwd, /^[^*?{]*\//.exec(pattern)?.[0] ?? '')
}

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
export function globExpression(glob: string): RegExp {
  const tokens = glob.match(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g) ?? []
  const spelled = tokens.map((token) => {
    if (token === '**/') return '(?:[^/]+/)*'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    return token.startsWith('{') && token.endsWith('}') ? `(?:${token.slice(1, -1).split(',').map(escaped).join('|')})` : escaped(token)
  })
  return new RegExp(`^${spelled.join('')}$`)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
