// The command line as a function: arguments in, text and an exit code out. 0 all well, 1 mistakes in the files, 2 a mistake in the call.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { CompileResult, Diagnostic } from '@resilience4cata/compiler/index'
import { fileCompiler } from '../compile-file.ts'
import { wordsOf, type Options } from '../options.ts'
import { HELP, readArguments, UsageError, type Arguments, type Command } from './arguments.ts'
import { explain } from './explain.ts'
import { filesOf } from './files.ts'
import { paintFor, type Paint } from './paint.ts'

export interface Terminal {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean }
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean }
}

interface Compiled { readonly file: string; readonly result: CompileResult }

export function run(argv: readonly string[], terminal: Terminal): number {
  try {
    const args = readArguments(argv)
    if (args.help || !args.command) {
      terminal[args.help ? 'out' : 'err'].write(HELP)
      return args.help ? 0 : 2
    }
    if (args.patterns.length === 0) throw new UsageError(`r4c ${args.command} needs a file, a folder or a glob: r4c ${args.command} src`)
    return execute(args.command, compileAll(args, terminal.cwd), args, terminal)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.err.write(`${error.message}\n`)
    return 2
  }
}

function compileAll(args: Arguments, cwd: string): Compiled[] {
  const { strict, through, decorators } = args
  const options: Options = { strict, through, ...(decorators && { decorators }) }
  const words = wordsOf(options)
  const compileFile = fileCompiler(options)
  return filesOf(args.patterns, cwd).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const result = words.some((word) => text.includes(word)) ? compileFile(text, path, { layout: args.lines ? 'lines' : 'pretty' }) : undefined
    const file = relative(cwd, path)
    if (result) return [{ file, result }]
    return args.command === 'compile' ? [{ file, result: { code: text, map: null, sites: [], diagnostics: [], wants: [] } }] : []
  })
}

function execute(command: Command, compiled: readonly Compiled[], args: Arguments, { out, err, env }: Terminal): number {
  const all = compiled.flatMap(({ result }) => result.diagnostics)
  const failed = all.some(({ severity }) => severity === 'error')
  if (args.json) out.write(`${JSON.stringify(compiled.map(({ file, result }) => dataOf(command, file, result)), null, 2)}\n`)
  else {
    const paint = paintFor(err, env)
    // the output of `check` is the diagnostics; elsewhere they must not mix with it
    const stream = command === 'check' ? out : err
    for (const diagnostic of all) stream.write(`${said(diagnostic, command === 'check' ? paintFor(out, env) : paint)}\n\n`)
    out.write(textOf(command, compiled, paintFor(out, env)))
  }
  return failed ? 1 : 0
}

function said({ code, severity, message }: Diagnostic, paint: Paint): string {
  const colour = severity === 'error' ? paint.bad : paint.accent
  return message.startsWith(code) ? colour(code) + message.slice(code.length) : message
}

function textOf(command: Command, compiled: readonly Compiled[], paint: Paint): string {
  if (command === 'compile') return compiled.map(({ result }) => (result.code.endsWith('\n') ? result.code : `${result.code}\n`)).join('')
  const sites = compiled.flatMap(({ file, result }) => result.sites.map((site) => ({ file, site })))
  if (command === 'explain') return sites.map(({ file, site }) => `${explain(site, file, paint)}\n\n`).join('')
  const all = compiled.flatMap(({ result }) => result.diagnostics)
  const errors = all.filter(({ severity }) => severity === 'error').length
  const few = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
  return `${few(sites.length, 'site')} in ${few(compiled.length, 'file')}: ${few(errors, 'mistake')}, ${few(all.length - errors, 'hint')}\n`
}

function dataOf(command: Command, file: string, { code, map, sites, diagnostics }: CompileResult): object {
  if (command === 'compile') return { file, code, map, diagnostics }
  return command === 'check' ? { file, diagnostics } : { file, sites, diagnostics }
}
