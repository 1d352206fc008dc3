import { parse as babel, type ParseError, type ParseResult, type ParserOptions, type ParserPlugin } from '@babel/parser'
import type { File, Program } from '@babel/types'
import { readDecoratedRests } from './decorated-rests.ts'
import { Hollows } from './hollow.ts'
import { Lines } from '../report/lines.ts'
import { interestIn } from './interest.ts'
import { languageOf, type Language } from './language.ts'
import { scan } from './scan.ts'
import type { Scopes } from './scopes.ts'
import { skim } from './skim.ts'

export interface Tree {
  readonly code: string
  readonly language: Language
  readonly file: File
  readonly program: Program
  readonly scopes: Scopes
  readonly lines: Lines
}

const WORD = 'resilience4cata'

/** Whether a file has anything for us: nothing else is ever parsed. */
export const concerns = (code: string, through: readonly string[] = []): boolean =>
  code.includes(WORD) || through.some((specifier) => code.includes(specifier))

/** `undefined` when the text isn't valid: that is the bundler's to report. What is of no interest is parsed when it is looked into: then `Unparsable` says so. */
export function parse(code: string, id: string): Tree | undefined {
  const language = languageOf(id)
  const skimmed = skim(code, language, interestIn(code, WORD))
  if (skimmed.length === 0) return parseWhole(code, id)
  const hollows = new Hollows(code, skimmed, (text) => parseText(text, language))
  const tree = hollows.file && treeOf(hollows.file, code, language, hollows)
  return tree && hollows.areSure(tree.scopes.module.bindings) ? tree : parseWhole(code, id)
}

export function parseWhole(code: string, id: string): Tree | undefined {
  const language = languageOf(id)
  const file = parseText(code, language)
  return file && treeOf(file, code, language)
}

const treeOf = (file: File, code: string, language: Language, hollows?: Hollows): Tree => ({ code, language, file, program: file.program, scopes: scan(file, code, WORD, hollows), lines: new Lines(code) })

const parseText = (code: string, language: Language): File | undefined =>
  attempt(code, language, STANDARD) ?? attempt(code, language, LEGACY) ?? attempt(code, language, STANDARD, readDecoratedRests) ?? attempt(code, language, LEGACY, readDecoratedRests)

// One set of plugins reads both decorator worlds: what TypeScript's legacy decorators may do beyond the standard ones comes as a recoverable error.
const STANDARD: ParserPlugin[] = ['decorators', 'decoratorAutoAccessors']
// … but for `@a.b().c`, which only this one reads
const LEGACY: ParserPlugin[] = ['decorators-legacy', 'decoratorAutoAccessors']

// Where a decorator stands is for us to judge when it is ours, and for others when it is theirs.
const IGNORED = new Set(['UnsupportedParameterDecorator', 'DecoratorConstructor', 'UnsupportedPropertyDecorator'])

type Read = (text: string) => File

function attempt(code: string, language: Language, decorators: ParserPlugin[], by = (text: string, read: Read): File | undefined => read(text)): File | undefined {
  try {
    return by(code, (text) => valid(parsed(text, language, decorators)))
  } catch {
    return undefined
  }
}

function valid(file: ParseResult): File {
  for (const error of errorsOf(file)) throw error
  return file
}

export interface SyntaxFault {
  readonly says: string
  readonly line: number
  /** From 0. */
  readonly column: number
}

/** Why `parse` gives nothing. */
export function syntaxFaultIn(code: string, id: string): SyntaxFault | undefined {
  try {
    const [first] = errorsOf(parsed(code, languageOf(id), STANDARD))
    return first && faultOf(first)
  } catch (error) {
    return isTooDeep(error) ? TOO_DEEP : faultOf(error as ParseError)
  }
}

/** The engine's stack has an end, and other parsers go on where it has come: such a file is left alone as one that can't be parsed. */
export const isTooDeep = (error: unknown): boolean => /call stack|recursion/.test((error as Error).message)

export const TOO_DEEP: SyntaxFault = { says: 'something in it is nested too deeply for this compiler.', line: 1, column: 0 }

const faultOf = ({ message, loc: { line, column } }: ParseError): SyntaxFault => ({ says: message.replace(/ \(\d+:\d+\)$/, ''), line, column })

const errorsOf = ({ errors }: ParseResult): readonly ParseError[] => (errors ?? []).filter(({ reasonCode }) => !IGNORED.has(reasonCode))

function parsed(code: string, { typescript, jsx, sourceType }: Language, decorators: ParserPlugin[]): ParseResult {
  const plugins: ParserPlugin[] = [...decorators, 'explicitResourceManagement', 'deferredImportEvaluation', 'sourcePhaseImports']
  if (jsx) plugins.push('jsx')
  if (typescript) plugins.push('typescript')
  return babel(code, { ...OPTIONS, sourceType, plugins })
}

const OPTIONS: ParserOptions = {
  errorRecovery: true,
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowUndeclaredExports: true,
}
