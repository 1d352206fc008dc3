// Who may import whom (packages/README.md), and the rules of the house. A wall that only stands in a README is no wall.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import type { Node } from '@babel/types'
import { LAYERS } from '@resilience4cata/core/layers'
import { describe, expect, test } from 'vitest'
import { imports, nodesIn, packages, parsed, sources, specifiersIn, type Import } from './house/sources.ts'

const from = (pattern: RegExp) => imports.filter(({ file }) => pattern.test(file))
const spelled = (found: Import[]) => found.map(({ file, to }) => `${file} → ${to}`)
const offenders = (found: Import[], allowed: RegExp) => spelled(found.filter(({ to }) => !allowed.test(to)))
const BUILDS = /\/build\/|\/(template|waiting-text)\.ts$|^policies\/src\/build\.ts$|^compiler\/|^hosts\//

test('the walls look at something', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(imports.length).toBeGreaterThan(800)
})

describe('walls', () => {
  test('core imports nothing but itself', () => {
    expect(offenders(from(/^core\//), /^core\//)).toEqual([])
  })
  test('core/run does not know the build side, core/build not the run side', () => {
    expect(spelled(from(/^core\/src\/run\//).filter(({ to }) => to.includes('/build/')))).toEqual([])
    expect(spelled(from(/^core\/src\/build\//).filter(({ to }) => to.includes('/run/')))).toEqual([])
  })
  test('runtime imports core only, and never the build side', () => {
    expect(offenders(from(/^runtime\//), /^(core\/src\/(?!build\/)|runtime\/)/)).toEqual([])
  })
  test('a room imports core, runtime, parts and itself; no other room', () => {
    const strangers = from(/^policies\/src\/[\w-]+\/[\w-]+\.ts$/).filter(({ file, to }) => {
      const own = /^policies\/src\/([\w-]+)\//.exec(file)![1]!
      const allowed = own === 'parts' ? /^(core\/|runtime\/|policies\/src\/parts\/)/ : new RegExp(`^(core/|runtime/|policies/src/(parts|${own})/)`)
      return !allowed.test(to) && !(file.endsWith('/scenarios.ts') && to === 'testing/src/scenario.ts')
    })
    expect(spelled(strangers)).toEqual([])
  })
  test('a part is what two rooms use, or a door for all of them', () => {
    const users = (part: string, seen = new Set<string>()): Set<string> => {
      for (const { file } of imports.filter(({ to }) => to === part)) {
        if (seen.has(file)) continue
        seen.add(file)
        if (file.startsWith('policies/src/parts/')) users(file, seen)
      }
      return seen
    }
    const roomsOf = (files: Iterable<string>) => new Set([...files].flatMap((file) => /^policies\/src\/(?!parts\/)([\w-]+)\//.exec(file)?.[1] ?? []))
    const parts = sources.map(({ file }) => file).filter((file) => file.startsWith('policies/src/parts/'))
    expect(parts.filter((part) => roomsOf(users(part)).size < 2 && !users(part).has('policies/src/generated.ts'))).toEqual([])
  })
  test('what runs never reaches what builds', () => {
    const doors = [...sources.map(({ file }) => file).filter((file) => /^resilience4cata\/src\//.test(file)), 'policies/src/rooms.ts']
    const reached = new Map<string, string>(doors.map((door) => [door, door]))
    for (const [file, way] of reached) {
      for (const { to, typeOnly } of imports.filter((found) => found.file === file)) if (!typeOnly && !reached.has(to)) reached.set(to, `${way} → ${to}`)
    }
    expect(reached.size).toBeGreaterThan(100)
    expect([...reached].filter(([file]) => BUILDS.test(file)).map(([, way]) => way)).toEqual([])
    expect([...reached].filter(([file]) => !/^(core|runtime|policies|testing|resilience4cata)\/src\//.test(file)).map(([, way]) => way)).toEqual([])
  })
  test('the compiler runs in a page: no node:, and only its own two libraries', () => {
    expect(offenders(from(/^compiler\//), /^(core\/|compiler\/|policies\/src\/build\.ts$|@babel\/(parser|types)$)/)).toEqual([])
  })
  test('the compiler enters policies by their build door', () => {
    expect(spelled(imports.filter(({ file, to }) => to === 'policies/src/build.ts' && !/^(compiler|hosts)\//.test(file)))).toEqual([])
  })
  test('hosts see the compiler by its front door only', () => {
    expect(offenders(from(/^hosts\//).filter(({ to }) => /^(compiler|policies|runtime)\//.test(to)), /^compiler\/src\/(index|plan|report\/[\w-]+)\.ts$/)).toEqual([])
  })
  test('published faces hold no logic', () => {
    const isReexport = (node: Node) => /^(Import|Export(All|Default|Named))Declaration$/.test(node.type) && ![...nodesIn(node)].some(({ type }) => /Function|Call|Class|VariableDeclaration/.test(type))
    const faces = sources.filter(({ file }) => /^(unplugin-)?resilience4cata\/src\//.test(file))
    expect(faces.filter(({ tree }) => tree.type !== 'Program' || !tree.body.every(isReexport)).map(({ file }) => file)).toEqual([])
  })
  test('machinery names no policy', () => {
    const names = new Set<string>(LAYERS)
    const isName = (node: Node) => node.type === 'StringLiteral' && names.has(node.value)
    const isMember = (node: Node) => (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') && node.property.type === 'Identifier' && names.has(node.property.name)
    const naming = sources.filter(({ file, tree }) => /^(runtime|compiler|hosts)\//.test(file) && [...nodesIn(tree)].some((node) => isName(node) || isMember(node)))
    expect(naming.map(({ file }) => file)).toEqual([])
  })
})

describe('the house rules', () => {
  test('no file is longer than 250 lines, the median at most 60', () => {
    expect(sources.filter(({ lines }) => lines > 250).map(({ file }) => file)).toEqual([])
    const sorted = sources.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(sorted[sorted.length >> 1]).toBeLessThanOrEqual(60)
  })
  test('no function is longer than 40 lines', () => {
    const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod|ClassPrivateMethod)$/.test(type)
    const length = ({ loc }: Node) => loc!.end.line - loc!.start.line + 1
    const long = sources.flatMap(({ file, tree }) => [...nodesIn(tree)].filter((node) => isFunction(node) && length(node) > 40).map((node) => `${file}:${node.loc!.start.line} (${length(node)})`))
    expect(long).toEqual([])
  })
  test('no file has a name that says nothing', () => {
    expect(sources.map(({ file }) => file).filter((file) => /\/(utils?|helpers?|common|shared|misc|types|constants)\.ts$/.test(file))).toEqual([])
  })
  test('an index.ts is a door: of a package, a room, a step, a subpath', () => {
    const doors = /^([\w-]+\/src|policies\/src\/[\w-]+|compiler\/src\/[\w-]+|runtime\/src\/(config|http))\/index\.ts$/
    expect(sources.map(({ file }) => file).filter((file) => file.endsWith('/index.ts') && !doors.test(file))).toEqual([])
  })
  test('no source file waits for anybody', () => {
    const used = new Set(imports.map(({ to }) => to))
    // faces, doors and shells; and what our own tests run scenarios with
    const isDoor = (file: string) => /^(unplugin-)?resilience4cata\/|\/src\/index\.ts$|^hosts\/src\/[\w-]+\.ts$|\/scenarios\.ts$|^testing\/src\/(run-scenario|lone-layer)\.ts$/.test(file)
    expect(sources.map(({ file }) => file).filter((file) => !used.has(file) && !isDoor(file))).toEqual([])
  })
  test('nothing that is shipped imports what only tests use', () => {
    expect(spelled(imports.filter(({ to }) => /\.(fixture|test)(\.ts)?$/.test(to)))).toEqual([])
  })
  test('no work is put off in a comment', () => {
    const notes = sources.map(({ file }) => file).filter((file) => /\b(TODO|FIXME|XXX|HACK)\b/.test(readFileSync(join(packages, file), 'utf8')))
    expect(notes).toEqual([])
  })
})

describe('the built runtime', () => {
  const dist = join(packages, 'resilience4cata/dist')
  const files = existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[cm]js$/.test(file)) : []
  const trees = files.map((file) => ({ file, code: readFileSync(join(dist, file), 'utf8') })).map((built) => ({ ...built, tree: parsed(built.code, built.file) }))
  const having = (is: (node: Node) => boolean) => trees.filter(({ tree }) => [...nodesIn(tree)].some(is)).map(({ file }) => file)

  test('is there, as ESM and as CommonJS', () => {
    expect(files, '`npm run build` first: packages/resilience4cata/dist is missing').not.toEqual([])
    expect(files.filter((file) => file.endsWith('.mjs')).map((file) => file.replace(/mjs$/, 'cjs'))).toEqual(files.filter((file) => file.endsWith('.cjs')))
  })
  test('has nothing of the build side in it', () => {
    expect(files.filter((file) => /(^|[\\/])(build|compiler|hosts)[\\/]|(template|waiting-text)\.[cm]js$/.test(file))).toEqual([])
    expect(trees.filter(({ code }) => /magic-string|@babel|r4c\$/.test(code)).map(({ file }) => file)).toEqual([])
    // `code`: what templates are written with
    expect(having(({ type }) => type === 'TaggedTemplateExpression')).toEqual([])
  })
  test('imports its own files only: no Node, no dependency', () => {
    const strangers = trees.flatMap(({ file, tree }) => specifiersIn(tree).filter(({ specifier }) => !specifier.startsWith('.')).map(({ specifier }) => `${file} → ${specifier}`))
    expect(strangers).toEqual([])
    // the testing kit asks the process for its test runner, if it has one
    const isBuiltin = (text: string) => text.startsWith('node:') || (text.includes('/') && builtinModules.includes(text))
    expect(having((node) => node.type === 'StringLiteral' && isBuiltin(node.value)).filter((file) => !file.startsWith('testing'))).toEqual([])
  })
  test('makes no code out of text', () => {
    const made = (node: Node) => (node.type === 'CallExpression' || node.type === 'NewExpression') && node.callee.type === 'Identifier' && /^(eval|Function)$/.test(node.callee.name)
    expect(having(made)).toEqual([])
    expect(having((node) => node.type === 'Import')).toEqual([])
  })
  test('uses nothing that leaks', () => {
    const leaks = /^(Promise\.(race|any)|AbortSignal\.any)$/
    expect(having((node) => node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.property.type === 'Identifier' && leaks.test(`${node.object.name}.${node.property.name}`))).toEqual([])
  })
  test('does nothing when it is loaded', () => {
    const doors = files.filter((file) => /^[\w-]+\.mjs$/.test(file) && file !== 'configuration.mjs')
    const program = `
      const forbid = (object, name) => { object[name] = () => { throw new Error(name + ' at module evaluation') } }
      for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'AbortController', 'reportError']) forbid(globalThis, name)
      for (const [object, name] of [[performance, 'now'], [Date, 'now'], [Math, 'random'], [console, 'warn'], [console, 'log']]) forbid(object, name)
      const before = Reflect.ownKeys(globalThis).length
      for (const door of ${JSON.stringify(doors)}) await import(${JSON.stringify(`file://${dist}/`)} + door)
      if (Reflect.ownKeys(globalThis).length !== before) throw new Error('a global at module evaluation')
      process.stdout.write('quiet')`
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe('quiet')
  })
})
