// Sync or async, from the text alone. Nothing is guessed: a wrong guess turns rejections into successes.
import type { ArrowFunctionExpression, ClassMethod, ClassPrivateMethod, FunctionDeclaration, FunctionExpression, Node, ObjectMethod } from '@babel/types'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { generatorSite, syncModeOfAsync, undecidedMode } from '@resilience4cata/core/site-faults'
import type { Tree } from '../1-parse/parse.ts'
import type { Path } from '../1-parse/scopes.ts'
import type { Mode } from '../site.ts'
import { observable, onlyTheStart, reliesOnType, returnsPromise } from './faults.ts'
import { returnTypeOf } from './return-type.ts'

export type AnyFunction = ArrowFunctionExpression | FunctionExpression | FunctionDeclaration | ClassMethod | ClassPrivateMethod | ObjectMethod

export interface Decision {
  /** None when it can't be decided, or the function can't be a site at all. */
  readonly mode?: Mode
  readonly faults: readonly Fault[]
}

/** `told` is what `mode` says; `site` is where the function stands. */
export function decideMode(fn: AnyFunction, told: Mode | undefined, site: Path, tree: Tree): Decision {
  if (fn.generator) return { faults: [generatorSite(fn.async ? 'an async generator' : 'a generator')] }
  if (fn.async) return told === 'sync' ? { mode: 'async', faults: [syncModeOfAsync()] } : { mode: 'async', faults: [] }
  const type = returnTypeOf(fn, site, tree)
  if (type?.kind === 'observable') return { faults: [observable()] }
  if (told === 'sync' && type?.kind === 'promise') return { mode: told, faults: [returnsPromise()] }
  const start = type?.kind === 'stream' ? [onlyTheStart(type.name)] : []
  if (told) return { mode: told, faults: start }
  if (!type || type.kind === 'unclear') return isPlainValue(fn) ? { mode: 'sync', faults: [] } : { faults: [undecidedMode()] }
  const mode: Mode = type.kind === 'promise' ? 'async' : 'sync'
  return { mode, faults: [...start, reliesOnType(mode)] }
}

/** `() => 1`: an arrow that can't give a promise. */
function isPlainValue(fn: AnyFunction): boolean {
  return fn.type === 'ArrowFunctionExpression' && fn.body.type !== 'BlockStatement' && isArithmetic(fn.body)
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>'])

function isArithmetic(node: Node): boolean {
  switch (node.type) {
    case 'NumericLiteral': case 'StringLiteral': case 'BooleanLiteral': case 'NullLiteral': case 'BigIntLiteral': case 'RegExpLiteral': case 'TemplateLiteral': return true
    case 'BinaryExpression': return ARITHMETIC.has(node.operator)
    case 'UnaryExpression': return node.operator === '-' || node.operator === '+' || node.operator === '~'
    default: return false
  }
}
