// The output as something that runs here: TypeScript takes the types out and writes down the decorators that are left, which no browser knows yet.
import * as resilience4cata from 'resilience4cata'
import * as config from 'resilience4cata/config'
import * as configuration from 'resilience4cata/configuration'
import * as generated from 'resilience4cata/generated'
import * as http from 'resilience4cata/http'
import ts from 'typescript'
import type { Order } from './order.ts'
import type { Remote } from './remote.ts'

const ours: Readonly<Record<string, unknown>> = {
  'resilience4cata': resilience4cata,
  'resilience4cata/config': config,
  'resilience4cata/configuration': configuration,
  'resilience4cata/generated': generated,
  'resilience4cata/http': http,
}

/** One call of the target; `call` is its number. */
export type Target = (call: number) => unknown

export async function load(order: Order, remote: Remote): Promise<Target> {
  const [root = '', member, ...deeper] = order.target.split('.')
  if (deeper.length > 0 || /[[#]/.test(order.target)) throw new Error(`${order.target} can't be called from outside: choose what calls it`)
  const exports: Record<string, any> = {}
  const names = ambient(order.code)
  const { default: run } = await import(/* @vite-ignore */ asModule(order, root, names)) as { default: (...given: unknown[]) => Promise<void> }
  await run(exports, (specifier: string) => ours[specifier] ?? remote.thing(specifier), ...names.map((name) => remote.thing(name)))
  const given = exports['asked$given'] as (call: number) => unknown[]
  const [self, reached] = reach(exports['asked$target'](), member, remote, order.target)
  return (call) => Reflect.apply(reached, self, given(call))
}

function asModule({ code, decorators, args }: Order, root: string, names: readonly string[]): string {
  // unlike any name that generated code has
  const asked = `${code}\nexport const asked$target = () => ${root === 'default' ? 'exports.default' : root}, asked$given = (call: number) => [${args}]`
  const { outputText, diagnostics = [] } = ts.transpileModule(asked, {
    reportDiagnostics: true,
    fileName: 'playground.tsx',
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.React, esModuleInterop: true, experimentalDecorators: decorators === 'legacy' },
  })
  const [first] = diagnostics
  if (first) throw new SyntaxError(`what calls are given can't be read: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`)
  return `data:text/javascript,${encodeURIComponent(`export default async (exports, require${names.map((name) => `, ${name}`).join('')}) => {${outputText}\n}`)}`
}

/** What the source declares and doesn't hold: `declare const db: Database`. */
function ambient(code: string): string[] {
  const isAmbient = (node: ts.Node): boolean => ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)
  return ts.createSourceFile('playground.tsx', code, ts.ScriptTarget.ES2022).statements.filter(isAmbient).flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
    return (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name ? [statement.name.text] : []
  })
}

/** The function and its `this`. A class gets one instance, made with things of the other side. */
function reach(root: any, member: string | undefined, remote: Remote, path: string): [self: unknown, reached: Function] {
  const isMethod = member !== undefined && typeof root === 'function' && !(member in root) && member in (root.prototype ?? {})
  const self = isMethod ? new root(...Array.from({ length: root.length }, (_, index) => remote.thing(`dependency ${index + 1}`))) : root
  const reached: unknown = member === undefined ? root : self[member]
  if (typeof reached !== 'function') throw new TypeError(`${path} is no function that can be called`)
  return [member === undefined ? undefined : self, reached]
}
