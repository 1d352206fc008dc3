// From what was typed to files: a file, a folder (every script in it), or a glob. Shells that expand globs themselves hand us files.
import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
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
  if (kindOf(folder) === 'folder') return [...scriptsIn(folder)].sort()
  const matches = globExpression(pattern.replace(/^\.\//, ''))
  const written = /^[^*?{]*\//.exec(pattern)?.[0] ?? ''
  return [...scriptsIn(resolve(cwd, written))].filter((file) => matches.test(relative(cwd, file).split(sep).join('/'))).sort()
}

function* scriptsIn(folder: string): Generator<string> {
  if (kindOf(folder) !== 'folder') return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* scriptsIn(path)
    else if (SCRIPT.test(entry.name)) yield path
  }
}

const kindOf = (path: string): 'file' | 'folder' | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'folder' : undefined
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
