// The marker of a case as a module's text, compiled and evaluated at once: what a value is made of stands there as it would in a program.
import ts from 'typescript'
import { compile } from '@resilience4cata/compiler/index'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import * as generated from '@resilience4cata/policies/generated'
import * as face from '@resilience4cata/policies/index'

type AnyFunction = (...args: any[]) => any

/** `policies` around `body`, as the compiler writes it. */
export function writtenOut(policies: object, body: AnyFunction): AnyFunction {
  const values: unknown[] = []
  return evaluated(compiled(source(policies, body, values)), { body, during, values })['f'] as AnyFunction
}

export function source(policies: object, body: AnyFunction, values: unknown[]): string {
  const [asks, isAsync] = [body.toString().includes('attemptSignal'), body.toString().startsWith('async')]
  const inside = asks ? 'during(attemptSignal(), () => body.apply(this, args))' : 'body.apply(this, args)'
  return `import { attemptSignal, resilient } from 'resilience4cata'
import { body, during, values } from 'case'
export const f = resilient(${text(policies, values)}, ${isAsync ? 'async ' : ''}function (...args) { return ${inside} })
`
}

export function compiled(source: string): string {
  const { code, diagnostics, sites } = compile(source, { id: '/project/src/case.js', root: '/project', packageName: '@acme/cases' })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new ConfigurationError(errors.map(({ code, says }) => ({ code: code as never, says, where: 'case.js' }) as never))
  // or the interpreter would be tested twice
  for (const { form } of sites) if (form.kind === 'interpreted') throw new Error(`a case that isn't compiled: ${form.because}`)
  return code
}

function evaluated(code: string, scenario: object): Record<string, unknown> {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } })
  const modules: Record<string, object> = { resilience4cata: face, 'resilience4cata/generated': generated, case: scenario }
  const exported: Record<string, unknown> = {}
  new Function('exports', 'require', outputText)(exported, (specifier: string) => modules[specifier])
  return exported
}

/** Plain values as literals; functions, classes and other objects by reference. */
function text(value: unknown, values: unknown[]): string {
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => text(each, values)).join(', ')}]`
  if (Object.getPrototypeOf(value) === Object.prototype) {
    return `{ ${Object.entries(value as object).map(([key, member]) => `${JSON.stringify(key)}: ${text(spelled(key, member), values)}`).join(', ')} }`
  }
  if (value === callersSignal) return '(o) => o?.signal'
  return `values[${values.push(value) - 1}]`
}

/** A function alone is a fallback's handler, which text can't tell of a reference. */
const spelled = (key: string, member: unknown) => (key === 'fallback' && typeof member === 'function' ? { handler: member } : member)

/** Where a case's signal is, unless it says so itself. */
export const callersSignal = (options?: { signal?: AbortSignal }): AbortSignal | undefined => options?.signal

// the compiled text asks for the signal where it stands; the body, which is elsewhere, finds it here
let current: AbortSignal | undefined

function during<T>(signal: AbortSignal, run: () => T): T {
  const outer = current
  current = signal
  try {
    return run()
  } finally {
    current = outer
  }
}

/** In the body of a case: the signal of its attempt, interpreted and compiled. */
export const attemptSignal = (): AbortSignal => current ?? face.attemptSignal()
