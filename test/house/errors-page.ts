// ERRORS.md, as text.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attribute } from '@resilience4cata/core/attributes'
import { showDuration } from '@resilience4cata/core/duration'
import { policies } from '@resilience4cata/policies/build'
import * as face from '@resilience4cata/policies/index'
import { CODES, FAMILIES, OUTCOMES, type Code } from './codes.ts'
import { mistakes } from './mistakes.ts'
import { runningMistakes } from './running.ts'

const HEAD = `# Errors

A code with dashes, \`R4C-ATR-001\`, is a mistake of the program or of its configuration. The compiler finds it where the text shows it; what only a running program shows is a
\`ConfigurationError\` with the same code and the same words: its \`code\` is that of the first mistake, its \`diagnostics\` are all of them. It is thrown outside all layers of its
site, so nothing retries, records or answers it; an async site rejects with it. Hints and warnings stop nothing; a hint is turned off by its code: \`hints: { 'R4C-HNT-003': false }\`
among the options of the plugin.

A code with underscores, \`R4C_CALL_TIMEOUT\`, is an outcome of a call that went as it was meant to: a policy has refused or ended it. All of these are a \`ResilienceError\` with
\`code\`, \`policy\` and \`instanceId\`.
`

/** The first is shown whole. */
const fixturesOf = (code: string) =>
  [...mistakes.map((mistake) => ({ ...mistake, running: false })), ...runningMistakes.map((mistake) => ({ ...mistake, running: true }))].filter((mistake) => mistake.code === code)

export function errorsPage(): string {
  const sections = Object.entries(CODES).map(([code, about]) => section(code, about))
  return `${[HEAD, outcomes(), contents(), ...sections].map((part) => part.trim()).join('\n\n')}\n`
}

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

function section(code: string, { means, found }: Code): string {
  const [first, ...further] = fixturesOf(code)
  if (!first) throw new Error(`${code} has no fixture`)
  const said = further.map((fixture) => `- ${firstLine(textOf(fixture.path, 'error.txt'), code).replace(/^R4C\S+\s+/, '')}`)
  return [
    `## ${code}`,
    `${means} *${familyOf(code) === 'HNT' ? HINT : FOUND[found]}*`,
    raisedBy(code),
    example(first),
    ...(said.length > 0 ? [`Also:\n\n${said.join('\n')}`] : []),
  ].filter((part) => part !== '').join('\n\n')
}

function example({ path, running }: { readonly path: string; readonly running: boolean }): string {
  const [wrong, said, right] = ['input.ts', 'error.txt', 'fixed.ts'].map((file) => textOf(path, file).trim())
  const shown = running ? said : said!.split('\n').filter((line) => !line.startsWith('  ERRORS.md')).join('\n').trim()
  const mended = wrong === right ? `Right: the same, ${pluginOf(path, 'fixed_options.json') || 'built with the plugin'}.` : `Right:\n\n${block('ts', right!)}`
  return [block('ts', wrong!), running ? '' : pluginOf(path, 'options.json').replace(/.+/, 'It is compiled $&.'), block('text', shown!), mended].filter((part) => part !== '').join('\n\n')
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
const pluginOf = (path: string, file: string) => (existsSync(join(path, file)) ? `with \`${textOf(path, file).trim()}\` for the plugin` : '')

const textOf = (path: string, file: string) => readFileSync(join(path, file), 'utf8')
const firstLine = (text: string, code: string) => text.split('\n').find((line) => line.startsWith(code)) ?? ''

/** The options that refuse their values with it, with what they take. */
function raisedBy(code: string): string {
  const rows = Object.values(policies).flatMap(({ traits, table: options }) =>
    Object.entries(options as Record<string, Attribute>).filter(([, attribute]) => attribute.code === code).map(([option, attribute]) => [traits.layer, option, takes(attribute)] as const))
  const merged = new Map<string, string[]>()
  for (const [layer, option, range] of rows) merged.set(`${option}|${range}`, [...(merged.get(`${option}|${range}`) ?? []), layer])
  if (merged.size === 0) return ''
  return table(['option', 'of', 'takes'], [...merged].map(([key, layers]) => [`\`${key.split('|')[0]}\``, layers.length === Object.keys(policies).length - 1 ? 'all but fallback' : layers.join(', '), key.split('|')[1]!]))
}

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
