// ERRORS.md, as text.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attribute } from '@resilience4cata/core/attributes'
import { MAX_DURATION, showDuration } from '@resilience4cata/core/duration'
import { policies } from '@resilience4cata/policies/build'
import * as face from '@resilience4cata/policies/index'
import { CODES, FAMILIES, OUTCOMES, type Code } from './codes.ts'
import { mistakes, saidOf } from './mistakes.ts'
import { runningMistakes, saidBy } from './running.ts'

const HEAD = `# Errors

A code with dashes, \`R4C-ATR-001\`, is a mistake of the program or of its configuration. The compiler finds it where the text shows it; what only a running program shows is a
\`ConfigurationError\` with the same code and the same words: its \`code\` is that of the first mistake, its \`diagnostics\` are all of them. It is thrown outside all layers of its
site, so nothing retries, records or answers it; an async site rejects with it. Hints and warnings stop nothing; a hint is turned off by its code: \`hints: { 'R4C-HNT-003': false }\`
among the options of the plugin.

A code with underscores, \`R4C_CALL_TIMEOUT\`, is an outcome of a call that went as it was meant to: a policy has refused or ended it. All of these are a \`ResilienceError\` with
\`code\`, \`policy\` and \`instanceId\`.
`

interface Shown { readonly code: string; readonly path: string; readonly said: string }

export async function errorsPage(): Promise<string> {
  const shown: Shown[] = mistakes.map((mistake) => ({ code: mistake.code, path: mistake.path, said: withoutCommand(saidOf(mistake)) }))
  for (const { code, path, options } of runningMistakes) shown.push({ code, path, said: await saidBy(textOf(path, 'input.ts'), options) })
  const sections = Object.entries(CODES).map(([code, about]) => section(code, about, shown.filter((one) => one.code === code)))
  return `${[HEAD, outcomes(), contents(), ...sections].map((part) => part.trim()).join('\n\n')}\n`
}

// this page is what it prints
const withoutCommand = (said: string) => said.split('\n').filter((line) => !line.startsWith('  npx r4c explain')).join('\n').trim()

function outcomes(): string {
  const classes = Object.entries(face).flatMap(([name, value]) => {
    const prototype: unknown = typeof value === 'function' && value.prototype instanceof face.ResilienceError ? value.prototype : undefined
    const { code } = (prototype ?? {}) as { code?: string }
    return code?.startsWith('R4C_') ? [{ name, code }] : []
  })
  return table(['outcome', 'class', 'meaning'], classes.sort((a, b) => (a.code < b.code ? -1 : 1)).map(({ name, code }) => [`\`${code}\``, `\`${name}\``, OUTCOMES[code]!]))
}

const familyOf = (code: string) => code.split('-')[1]!
const link = (code: string) => `[${code}](#${code.toLowerCase()})`

function contents(): string {
  const rows = Object.entries(FAMILIES).map(([family, about]) => [about, Object.keys(CODES).filter((code) => familyOf(code) === family).map(link).join(' ')])
  return table(['about', 'codes'], rows)
}

const HINT = 'A hint of the compiler.'
const FOUND = { both: 'Found by the compiler, else by the running program.', compiler: 'Found by the compiler.', 'run time': 'Found by the running program.' }

/** The first fixture is shown whole. */
function section(code: string, { means, found }: Code, [first, ...further]: readonly Shown[]): string {
  if (!first) throw new Error(`${code} has no fixture`)
  const also = further.map(({ said }) => `- ${said.split('\n').find((line) => line.startsWith(code))!.slice(code.length).trim()}`)
  return [
    `## ${code}`,
    `${means} *${familyOf(code) === 'HNT' ? HINT : FOUND[found]}*`,
    raisedBy(code),
    example(first),
    also.length > 0 ? `Also:\n\n${also.join('\n')}` : '',
  ].filter((part) => part !== '').join('\n\n')
}

function example({ path, said }: Shown): string {
  const [wrong, right] = ['input.ts', 'fixed.ts'].map((file) => textOf(path, file).trim())
  const plugin = pluginOf(path, 'options.json')
  const mended = wrong === right ? `Right: the same, ${pluginOf(path, 'fixed_options.json') || 'built with the plugin'}.` : `Right:\n\n${block('ts', right!)}`
  return [block('ts', wrong!), plugin && `It is compiled ${plugin}.`, block('text', said), mended].filter((part) => part !== '').join('\n\n')
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

const textOf = (path: string, file: string) => readFileSync(join(path, file), 'utf8')

// of running programs `options.json` says how they are run
const pluginOf = (path: string, file: string) =>
  existsSync(join(path, file)) && !path.includes('/running/') ? `with \`${textOf(path, file).trim()}\` for the plugin` : ''

/** The options that refuse their values with it, with what they take. */
function raisedBy(code: string): string {
  const rows = Object.values(policies).flatMap(({ traits, table: options }) =>
    Object.entries(options as Record<string, Attribute>).filter(([, attribute]) => attribute.code === code && breaks(attribute)).map(([option, attribute]) => ({ layer: traits.layer, row: [`\`${option}\``, takes(attribute)] })))
  if (rows.length === 0) return ''
  const distinct = new Map(rows.map(({ row }) => [row.join(), row]))
  return table(['option', 'takes', 'of'], [...distinct].map(([key, row]) => [...row, of(rows.filter((same) => same.row.join() === key).map(({ layer }) => layer))]))
}

const of = (layers: readonly string[]) => (layers.length === Object.keys(policies).length - 1 ? 'all but fallback' : layers.join(', '))

/** A duration without bounds of its own is one or isn't: another code. */
const breaks = (attribute: Attribute): boolean => attribute.kind !== 'duration' || attribute.min > 0 || attribute.max < MAX_DURATION

function takes(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'duration': return range(attribute, showDuration)
    case 'count': return `whole, ${range(attribute, String)}`
    case 'number': return range(attribute, String)
    case 'flag': return 'true, false'
    case 'word': return attribute.words.map((word) => `\`${word}\``).join(', ')
    case 'list': return 'an error class, a name, a predicate, or a list of these'
    case 'function': return 'a function'
    case 'classifier': return 'a function, or `{ result, error }`'
    case 'text': return 'text that is not empty'
  }
}

function range({ min, max, open, openMax }: { readonly min: number; readonly max: number; readonly open?: true; readonly openMax?: true }, spell: (n: number) => string): string {
  const low = `${open ? 'above' : 'from'} ${spell(min)}`
  return Number.isFinite(max) ? `${low} ${openMax ? 'to below' : 'to'} ${spell(max)}` : low
}

const table = (head: string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
