import { parseArgs } from 'node:util'

export const COMMANDS = ['compile', 'check', 'explain'] as const
export type Command = (typeof COMMANDS)[number]

export interface Arguments {
  readonly command: Command | undefined
  readonly patterns: readonly string[]
  readonly help: boolean
  readonly json: boolean
  readonly lines: boolean
  readonly strict: boolean
  readonly watch: boolean
  readonly through: readonly string[]
  readonly passive: readonly string[]
  readonly decorators: 'standard' | 'legacy' | undefined
}

/** A mistake in how the program was called: said without a stack, exit code 2. */
export class UsageError extends Error {}

export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv)
  const [command, ...patterns] = positionals
  const { decorators } = values
  if (command !== undefined && !(COMMANDS as readonly string[]).includes(command)) throw new UsageError(`r4c has no command ${JSON.stringify(command)}: it has ${COMMANDS.join(', ')}`)
  if (decorators !== undefined && decorators !== 'standard' && decorators !== 'legacy') {
    throw new UsageError(`--decorators is 'standard' or 'legacy', got ${JSON.stringify(decorators)}`)
  }
  const { help = false, json = false, lines = false, strict = false, watch = false, through = [], passive = [] } = values
  return { command: command as Command | undefined, patterns, help, json, lines, strict, watch, through, passive, decorators }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        lines: { type: 'boolean' },
        strict: { type: 'boolean' },
        watch: { type: 'boolean', short: 'w' },
        through: { type: 'string', multiple: true },
        passive: { type: 'string', multiple: true },
        decorators: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

export const HELP = `r4c: what the compiler of resilience4cata makes of your files

  r4c compile <file…>    print the output, as a person would have written it
  r4c check <glob…>      only the mistakes and hints; exit code 1 if there is a mistake
  r4c explain <glob…>    each site: its layers in order, options, frames, and what became of its body
  r4c explain <code…>    what a mistake or hint means, with an example: r4c explain R4C-ATR-001

  A folder means every script in it. Globs know * ** ? and {a,b}; node_modules is left out.

  --json                 print data instead of text
  --lines                compile: keep every line of yours on its line, as bundlers get it
  --strict               a site that would have to be interpreted is a mistake
  --through <specifier>  a module of yours that hands out decorators or bundles; may be repeated
  --decorators <kind>    standard or legacy; default: what the nearest tsconfig.json says
  --passive <name>       a decorator of somebody else's that only notes metadata; may be repeated
  -w, --watch            go on, and print anew when what would be printed has changed
  -h, --help             this text

  Exit code: 0 all well, 1 mistakes in the files, 2 a mistake in the call.
`
