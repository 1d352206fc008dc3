import { parse as babel, type ParseError, type ParseResult, type ParserOptions, type ParserPlugin } from '@babel/parser'
import type { File, Program } from '@babel/types'
import { isDeeper } from './children.ts'
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

/** Whether it says where something of ours is from; a comment may have the word, too. */
export const namesUs = (code: string, through: readonly string[] = []): boolean =>
  [WORD, ...through].some((word) => ['\'', '"', '`'].some((quote) => code.includes(quote + word)))

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
  /** Offset in the text. */
  readonly at: number
}

/** Why `parse` gives nothing. */
export function syntaxFaultIn(code: string, id: string): SyntaxFault {
  try {
    const [first] = errorsOf(parsed(code, languageOf(id), STANDARD))
    return first ? faultOf(first) : UNKNOWN
  } catch (error) {
    return isOverflow(error) ? TOO_DEEP : faultOf(error as ParseError)
  }
}

/** The engine's stack has an end, which engines tell in words of their own only. */
export const isOverflow = (error: unknown): boolean => error instanceof Error && /call stack|recursion/.test(error.message)

/** Whether that the stack has ended is the text's doing: other parsers go on where it has come, and such a file is left alone. What never ends in a shallow text is a fault of ours. */
export function isTooDeep(code: string, id: string): boolean {
  try {
    return isDeeper(parsed(code, languageOf(id), STANDARD).program, ORDINARY)
  } catch (error) {
    return isOverflow(error)
  }
}

/** Written by hand, nothing is nested half as deeply; and who goes through a tree bears more. */
const ORDINARY = 500

export const TOO_DEEP: SyntaxFault = { says: 'something in it is nested too deeply for this compiler', at: 0 }
const UNKNOWN: SyntaxFault = { says: 'no grammar reads it', at: 0 }

// which of the parser's plugins would read it is nothing that anybody here could give it
const faultOf = ({ message, pos = 0, missingPlugin }: ParseError & { readonly pos?: number; readonly missingPlugin?: unknown }): SyntaxFault =>
  ({ says: missingPlugin ? 'this syntax is no part of the language so far' : message.replace(/\.? \(\d+:\d+\)$/, ''), at: pos })

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
