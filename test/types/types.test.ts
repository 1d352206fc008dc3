// The public types, by the type checker itself: in both decorator worlds, and what a wrong use is told.
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} })!

const MADE: Readonly<Record<string, string>> = {
  'field.ts': "import { Retry } from '@resilience4cata/policies/index'\nexport class S { @Retry() field = async () => 1 }\n",
  'unit.ts': "import { resilient } from '@resilience4cata/policies/index'\nresilient({ retry: { delay: '2 secs' } }, async () => 1)\n",
  'option.ts': "import { resilient } from '@resilience4cata/policies/index'\nresilient({ retry: { maxAttemps: 3 } }, async () => 1)\n",
  'policy.ts': "import { resilient } from '@resilience4cata/policies/index'\nresilient({ retyr: true }, async () => 1)\n",
}

/** What the checker says of files of this folder; one program for all of them. */
function checker(experimentalDecorators: boolean, files: readonly string[]): (file: string) => string[] {
  const pathOf = (file: string) => join(import.meta.dirname, file)
  const made = new Map(Object.entries(MADE).map(([file, text]) => [pathOf(file), text]))
  const host = ts.createCompilerHost(config.options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => made.has(name) || fileExists(name)
  host.getSourceFile = (name, options) => (made.has(name) ? ts.createSourceFile(name, made.get(name)!, options) : getSourceFile(name, options))
  const program = ts.createProgram(files.map(pathOf), { ...config.options, experimentalDecorators }, host)
  return (file) => {
    const source = program.getSourceFile(pathOf(file))!
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  }
}

describe('standard decorators, markers', () => {
  const said = checker(false, ['decorators.ts', 'marker.ts', 'configuration.ts', 'looking.ts', 'host-options.ts', 'field.ts', 'unit.ts', 'option.ts', 'policy.ts'])
  test('stand where they may', () => expect(said('decorators.ts')).toEqual([]))
  test('keep the function’s type', () => expect(said('marker.ts')).toEqual([]))
  test('configuration is known by name', () => expect(said('configuration.ts')).toEqual([]))
  test('events and snapshots are known by field', () => expect(said('looking.ts')).toEqual([]))
  test('options of a host are those that it takes', () => expect(said('host-options.ts')).toEqual([]))
  test('on a field, the marker is shown', () => expect(said('field.ts').join('\n')).toMatch(/For a field or an accessor write the marker: field = resilient/))
  // what is said last is what editors show, and all that TypeScript 7 prints
  test('a wrong option, or policy, of a marker is what is said last, with the right one', () => {
    expect(said('option.ts').join('\n').split('\n').at(-1)).toMatch(/'maxAttemps' does not exist in type 'RetryOptions'. Did you mean to write 'maxAttempts'/)
    expect(said('policy.ts').join('\n').split('\n').at(-1)).toMatch(/'retyr' does not exist in type 'PoliciesFor<.*Did you mean to write 'retry'/)
  })
  test('a wrong unit is named', () => expect(said('unit.ts').join('\n')).toMatch(/"2 secs"/))
})

describe('legacy decorators', () => {
  const said = checker(true, ['decorators.ts', 'field.ts'])
  test('stand where they may', () => expect(said('decorators.ts')).toEqual([]))
  test('a field is refused', () => expect(said('field.ts')).toHaveLength(1))
})
