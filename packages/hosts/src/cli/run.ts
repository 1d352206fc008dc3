// The command line as a function: arguments in, text and an exit code out. 0 all well, 1 mistakes in the files, 2 a mistake in the call.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { CompileResult, Diagnostic } from '@resilience4cata/compiler/index'
import { textCompiler } from '../compile-text.ts'
import { HELP, readArguments, UsageError, type Arguments, type Command } from './arguments.ts'
import { isCode, sectionOf } from './errors-page.ts'
import { explain, explainAlone } from './explain.ts'
import { filesOf, foldersOf } from './files.ts'
import { paintFor, type Paint } from './paint.ts'
import { watch } from './watch.ts'

export interface Terminal {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean }
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean }
  /** Where ERRORS.md is. */
  readonly errorsPage: URL
  /** Ends a watch; without one it goes on until the process is ended. */
  readonly signal?: AbortSignal | undefined
}

interface Compiled { readonly file: string; readonly result: CompileResult }

interface Output { readonly code: number; readonly out: string; readonly err: string }

export function run(argv: readonly string[], terminal: Terminal): number | Promise<number> {
  const args = orUsage(() => readArguments(argv))
  if ('err' in args) return print(args, terminal)
  const { command, patterns } = args
  if (args.help || !command) return print(args.help ? { code: 0, out: HELP, err: '' } : { code: 2, out: '', err: HELP }, terminal)
  if (patterns.length === 0) return print(misused(`r4c ${command} needs a file, a folder or a glob: r4c ${command} src`), terminal)
  if (command === 'explain' && patterns.every(isCode)) return print(orUsage(() => explained(patterns, args, terminal)), terminal)
  const round = (): Output & { read: readonly string[] } => {
    const read: string[] = []
    return { ...orUsage(() => execute(command, compileAll(args, terminal.cwd, read), args, terminal)), read }
  }
  return args.watch ? watch(() => foldersOf(patterns, terminal.cwd), round, (output) => print(output, terminal), terminal.signal) : print(round(), terminal)
}

function print({ code, out, err }: Output, terminal: Terminal): number {
  if (err) terminal.err.write(err)
  if (out) terminal.out.write(out)
  return code
}

function explained(codes: readonly string[], { json }: Arguments, { errorsPage }: Terminal): Output {
  const page = readFileSync(errorsPage, 'utf8')
  const found = codes.map((code) => ({ code: code.toUpperCase(), page: sectionOf(code, page) }))
  return { code: 0, out: json ? `${JSON.stringify(found, null, 2)}\n` : found.map((each) => each.page).join('\n'), err: '' }
}

const misused = (message: string): Output => ({ code: 2, out: '', err: `${message}\n` })

function orUsage<T>(does: () => T): T | Output {
  try {
    return does()
  } catch (error) {
    if (error instanceof UsageError) return misused(error.message)
    throw error
  }
}

function compileAll(args: Arguments, cwd: string, read: string[]): Compiled[] {
  const { strict, through, passive, decorators, lines } = args
  const compileText = textCompiler({ strict, through, passive, ...(decorators && { decorators }) })
  return filesOf(args.patterns, cwd).flatMap((path) => {
    const text = textIn(path)
    const compiled = compileText(text, path, { layout: lines ? 'lines' : 'pretty' })
    const file = relative(cwd, path)
    read.push(...(compiled?.read ?? []))
    if (compiled) return [{ file, result: compiled.result }]
    return args.command === 'compile' ? [{ file, result: { code: text, map: null, sites: [], leftAlone: [], diagnostics: [], wants: [] } }] : []
  })
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`can’t read ${path}: ${(error as Error).message}`)
  }
}

function execute(command: Command, compiled: readonly Compiled[], args: Arguments, { out, err, env }: Terminal): Output {
  const code = compiled.some(({ result }) => isMistaken(result)) ? 1 : 0
  if (args.json) return { code, out: `${JSON.stringify(compiled.map(({ file, result }) => dataOf(command, file, result)), null, 2)}\n`, err: '' }
  const spoken = (paint: Paint): string => compiled.flatMap(({ result }) => result.diagnostics).map((each) => `${said(each, paint)}\n\n`).join('')
  const text = textOf(command, compiled, paintFor(out, env))
  // the output of `check` is the diagnostics; elsewhere they must not mix with it
  return command === 'check' ? { code, out: spoken(paintFor(out, env)) + text, err: '' } : { code, out: text, err: spoken(paintFor(err, env)) }
}

// nobody else is there who would stop at a file that can't be parsed
const isMistake = ({ code, severity }: Diagnostic): boolean => severity === 'error' || code === 'R4C-HNT-014'
const isMistaken = ({ diagnostics }: CompileResult): boolean => diagnostics.some(isMistake)

function said({ code, severity, message }: Diagnostic, paint: Paint): string {
  const colour = severity === 'error' ? paint.bad : paint.accent
  return message.startsWith(code) ? colour(code) + message.slice(code.length) : message
}

function textOf(command: Command, compiled: readonly Compiled[], paint: Paint): string {
  // a file with a mistake has no output: its own text would pass for one
  if (command === 'compile') return compiled.filter(({ result }) => !isMistaken(result)).map(({ result }) => (result.code.endsWith('\n') ? result.code : `${result.code}\n`)).join('')
  const sites = compiled.flatMap(({ file, result }) => result.sites.map((site) => ({ file, site })))
  if (command === 'explain') {
    const alone = compiled.flatMap(({ file, result }) => result.leftAlone.map((each) => `${explainAlone(each, file, paint)}\n\n`))
    return [...sites.map(({ file, site }) => `${explain(site, file, paint)}\n\n`), ...alone].join('')
  }
  const all = compiled.flatMap(({ result }) => result.diagnostics)
  const errors = all.filter(isMistake).length
  const few = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
  return `${few(sites.length, 'site')} in ${few(compiled.length, 'file')}: ${few(errors, 'mistake')}, ${few(all.length - errors, 'hint')}\n`
}

function dataOf(command: Command, file: string, { code, map, sites, leftAlone, diagnostics }: CompileResult): object {
  if (command === 'compile') return { file, code, map, diagnostics }
  return command === 'check' ? { file, diagnostics } : { file, sites, leftAlone, diagnostics }
}
