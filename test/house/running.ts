// The fixtures of what only a running program can find: each is run, and what it says is what people see.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@resilience4cata/compiler/index'
import { ConfigurationError } from '@resilience4cata/policies/index'
import { evaluate } from '../engines/evaluate.ts'

const folder = join(import.meta.dirname, '../fixtures/running')

export interface RunningMistake {
  readonly name: string
  readonly path: string
  readonly code: string
  /** Built with the plugin, and with its `strict`. */
  readonly options: { readonly compiled?: boolean; readonly strict?: boolean }
}

export const runningMistakes: readonly RunningMistake[] = readdirSync(folder).map((name) => {
  const options = join(folder, name, 'options.json')
  return { name, path: join(folder, name), code: /^R4C-[A-Z]+-\d{3}/.exec(name)![0], options: existsSync(options) ? (JSON.parse(readFileSync(options, 'utf8')) as object) : {} }
})

/** What a program says when it is wrong, with the registry of a fresh start; '' when it isn't. */
export async function saidBy(text: string, { compiled = false, strict = false }: RunningMistake['options']): Promise<string> {
  Reflect.deleteProperty(globalThis, Symbol.for('resilience4cata.registry/1'))
  const warnings: string[] = []
  const { warn } = console
  console.warn = (warning: string) => void warnings.push(warning)
  try {
    await evaluate(compiled ? compile(text, { id: 'src/prices.ts', packageName: '@acme/shop', strict }).code : text, {})
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.message
  } finally {
    console.warn = warn
    Reflect.deleteProperty(globalThis, Symbol.for('resilience4cata.registry/1'))
  }
  return warnings.join('\n')
}
