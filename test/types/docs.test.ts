// What a user reads who hovers over a name: every public one says what it means, every option its default, range and codes.
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import type { Attribute, Table } from '@resilience4cata/core/attributes'
import { MAX_DURATION, showDuration } from '@resilience4cata/core/duration'
import { policies } from '@resilience4cata/policies/build'

const root = join(import.meta.dirname, '../..')
const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} })!
const DOORS = ['resilience4cata/src/index', 'resilience4cata/src/config', 'resilience4cata/src/http', 'resilience4cata/src/testing', 'unplugin-resilience4cata/src/vite', 'unplugin-resilience4cata/src/babel', 'unplugin-resilience4cata/src/register', 'unplugin-resilience4cata/src/compiler']
const program = ts.createProgram(DOORS.map((door) => join(root, `packages/${door}.ts`)), config.options)
const checker = program.getTypeChecker()

const saidOf = (symbol: ts.Symbol): string => ts.displayPartsToString(symbol.getDocumentationComment(checker))
const isOwn = (symbol: ts.Symbol): boolean => symbol.declarations?.some((node) => !node.getSourceFile().fileName.includes('node_modules')) ?? false
const isInternal = (symbol: ts.Symbol): boolean => symbol.name.includes('#') || symbol.name.startsWith('__@') || symbol.getJsDocTags(checker).some(({ name }) => name === 'internal')
const resolved = (symbol: ts.Symbol): ts.Symbol => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

const exported = new Map(DOORS.flatMap((door) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(root, `packages/${door}.ts`))!)!).map((symbol) => [`${door.split('/')[0]} ${symbol.name}`, resolved(symbol)])))

/** The members that somebody may read or write: of an interface, a class, a type. An alias of words has none. */
function members(symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias))) return []
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  if (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike) || (type.isUnion() && type.types.some((one) => !(one.flags & ts.TypeFlags.Object)))) return []
  return checker.getPropertiesOfType(type).filter((member) => isOwn(member) && !isInternal(member))
}

test('every public name says what it means, and each of its fields', () => {
  expect(exported.size).toBeGreaterThan(80)
  const silent = [...exported].flatMap(([name, symbol]) => [symbol, ...members(symbol)].filter((one) => saidOf(one) === '').map((one) => (one === symbol ? name : `${name}.${one.name}`)))
  // a code is what it is, and what an error is by itself is said of its class
  expect(silent.filter((name) => !/Error\.(?:code|retryable)$/.test(name))).toEqual([])
})

test('every field of a row of the snapshot says what it means', () => {
  const rows = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(exported.get('resilience4cata Snapshot')!)).filter(({ name }) => name !== 'version' && name !== 'fallback')
  expect(rows).toHaveLength(7)
  const fields = rows.flatMap((row) => checker.getPropertiesOfType(checker.getIndexTypeOfType(checker.getTypeOfSymbol(row), ts.IndexKind.Number)!).map((field) => [`${row.name}.${field.name}`, saidOf(field)] as const))
  expect(fields.filter(([name, says]) => says === '' && !/\.(?:instance|config)$/.test(name))).toEqual([])
})

/** What of an option's table its explanation must have. */
function facts(attribute: Attribute): (string | RegExp)[] {
  const said: (string | RegExp)[] = [/default|required/i]
  if (attribute.text) said.push('Must be written at the site')
  if (attribute.kind === 'word') said.push(...attribute.words.map((word) => `'${word}'`))
  if (!('min' in attribute)) return said
  const spelled = (n: number) => (attribute.kind === 'duration' ? new RegExp(`'${n === 60_000 ? '60s' : n === 86_400_000 ? '24h' : showDuration(n)}'`) : new RegExp(`\\b${n < 10_000 ? n : n.toLocaleString('en')}\\b`))
  if (attribute.default !== undefined) said.push(attribute.kind === 'duration' ? `'${attribute.default === 60_000 ? '60s' : showDuration(attribute.default)}'` : new RegExp(`\\b${String(attribute.default).replace('.', '\\.')}\\b`))
  const bounded = attribute.kind !== 'duration' || attribute.min > 0 || attribute.max < MAX_DURATION
  if (bounded) said.push(attribute.code)
  if (Number.isFinite(attribute.max) && attribute.max < MAX_DURATION) said.push(spelled(attribute.max))
  if (attribute.min > 0) said.push(spelled(attribute.min))
  return said
}

describe.each(Object.values(policies).map(({ traits, table }) => [traits.layer, table as Table] as const))('%s', (layer, table) => {
  const symbol = exported.get(`resilience4cata ${layer[0]!.toUpperCase()}${layer.slice(1)}Options`)!
  const options = new Map(checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map((option) => [option.name, saidOf(option)]))
  // a fallback's handler and method have none: they are what it is; a function has none, or none that could be spelled
  const told = Object.entries(table).filter(([option, { kind }]) => options.has(option) && kind !== 'function' && kind !== 'classifier' && option !== 'config')

  test.each(told)('%s: default, range, codes, where it must be written', (option, attribute) => {
    for (const fact of facts(attribute)) expect(options.get(option)).toMatch(fact)
  })

  test('a function that needs text at the site says so', () => {
    const silent = Object.entries(table).filter(([option, { kind, text }]) => text && (kind === 'function' || kind === 'classifier') && !options.get(option)!.includes('Must be written at the site'))
    expect(silent.map(([option]) => option)).toEqual([])
  })
})
