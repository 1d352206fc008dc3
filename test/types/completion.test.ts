// What an editor offers while somebody types: names and words, each with what it means.
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const config = ts.getParsedCommandLineOfConfigFile(join(import.meta.dirname, '../../tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} })!
const path = join(import.meta.dirname, 'typing.ts')
const IMPORTS = "import { bundle, Mode, pipeline, PolicyOrder, RateLimiter, registry, resilient, Retry } from '@resilience4cata/policies/index'\n"

let text = ''
let version = 0
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => true,
  getCompilationSettings: () => config.options,
  getScriptFileNames: () => [path],
  getScriptVersion: (file) => (file === path ? String(version) : '0'),
  getScriptSnapshot: (file) => {
    const read = file === path ? text : ts.sys.readFile(file)
    return read === undefined ? undefined : ts.ScriptSnapshot.fromString(read)
  },
  getDefaultLibFileName: ts.getDefaultLibFilePath,
})

/** What is offered at the `§`, and whether the first of it is explained. */
function offered(code: string): { names: string[]; explained: boolean } {
  const at = (IMPORTS + code).indexOf('§')
  text = (IMPORTS + code).replace('§', '')
  version++
  const names = (service.getCompletionsAtPosition(path, at, {})?.entries ?? []).map(({ name }) => name)
  const details = service.getCompletionEntryDetails(path, at, names[0]!, undefined, undefined, undefined, undefined)
  return { names, explained: (details?.documentation ?? []).length > 0 }
}

const POLICIES = ['adaptiveLimit', 'bulkhead', 'circuitBreaker', 'classifier', 'fallback', 'hedge', 'mode', 'name', 'order', 'rateLimiter', 'registry', 'retry', 'signal', 'timeout']
const OF_A_PIPELINE = ['adaptiveLimit', 'bulkhead', 'circuitBreaker', 'classifier', 'fallback', 'hedge', 'rateLimiter', 'retry', 'timeout']

test.each([
  ['resilient({ § }, async () => 1)', POLICIES],
  // before there is a function
  ['resilient({ § })', POLICIES],
  ['const remote = bundle({ retry: true })\nresilient([remote, { § }], async () => 1)', POLICIES],
  ['resilient.of({ get: async () => 1 }, { get: { § } })', POLICIES],
  ['bundle({ § })', POLICIES],
  ["pipeline('shop', { § })", OF_A_PIPELINE],
  ['registry.configure({ § })', ['configs', 'defaults', 'enabled', 'instances', 'profile']],
])('%s: the names that may stand there, and what they mean', (code, names) => expect(offered(code)).toEqual({ names, explained: true }))

test.each([
  'resilient({ retry: { § } }, async () => 1)',
  'resilient({ fallback: () => 1, retry: { § } }, async () => 1)',
  'class A { @Retry({ § }) async a() {} }',
  'bundle({ retry: { § } })',
])('%s: options, and what they mean', (code) => {
  const { names, explained } = offered(code)
  expect(names).toEqual(expect.arrayContaining(['backoff', 'delay', 'maxAttempts', 'name']))
  expect([names.length, explained]).toEqual([23, true])
})

test('what may be configured: options without a name', () => {
  expect(offered('registry.configure({ instances: { shop: { retry: { § } } } })').names).toHaveLength(22)
})

test.each([
  ["resilient({ retry: { backoff: '§' } }, async () => 1)", ['exponential', 'fixed']],
  ["class A { @RateLimiter({ window: '§' }) async a() {} }", ['fixed', 'rolling']],
  ["class A { @Mode('§') a() {} }", ['async', 'sync']],
  ["class A { @PolicyOrder('§') async a() {} }", ['retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead']],
  ["resilient({ retry: { retryOn: '§' } }, async () => 1)", ['exception', 'throwable']],
  ["resilient({ classifier: () => '§', retry: true }, async () => 1)", ['success', 'failure', 'overload', 'ignore']],
])('%s: the words', (code, words) => expect(offered(code).names).toEqual(words))

test('events that may be listened to', () => {
  expect(offered("registry.on('§', () => {})").names).toEqual(expect.arrayContaining(['*', 'retry.*', 'retry.gaveUp', 'registry.reconfigured']))
})
