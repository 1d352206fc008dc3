// What the compiler passes over without parsing it is what the parser says it is, and nothing that is said of a file depends on it.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from '@babel/types'
import { eachChild } from '@resilience4cata/compiler/1-parse/children'
import { interestIn } from '@resilience4cata/compiler/1-parse/interest'
import { languageOf } from '@resilience4cata/compiler/1-parse/language'
import { parseWhole } from '@resilience4cata/compiler/1-parse/parse'
import { skim, type Skimmed } from '@resilience4cata/compiler/1-parse/skim'
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import { afterEach, expect, it, vi } from 'vitest'
import { corpus } from '../mutations/mutate.ts'
import { markAll } from './mark.ts'
import { filesOf, packagesOf } from './survey.ts'

const root = join(import.meta.dirname, '../..')
const control = vi.hoisted(() => ({ whole: false, skimmed: 0 }))

vi.mock('@resilience4cata/compiler/1-parse/skim', async (original) => {
  const module = await original<typeof import('@resilience4cata/compiler/1-parse/skim')>()
  return {
    skim: (...asked: Parameters<typeof module.skim>) => {
      const found = control.whole ? [] : module.skim(...asked)
      control.skimmed += found.length
      return found
    },
  }
})

afterEach(() => { Object.assign(control, { whole: false, skimmed: 0 }) })

const modules = join(root, 'node_modules')
const publicFiles = () => packagesOf(modules).flatMap((name) => filesOf(join(modules, name)).slice(0, 15))

/** Whether there is a function, a class or an interface that is all of what was passed over. */
function isBody({ start, end, head }: Skimmed, bodies: ReadonlyMap<number, readonly Node[]>, statements: ReadonlyMap<number, Node>): boolean {
  if (head) {
    const statement = statements.get(start)
    const declaration = statement?.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    const { async: isAsync = false, generator: isGenerator = false } = declaration as { async?: boolean; generator?: boolean }
    return statement?.end === end && declaration?.type === head.type && declaration.start === head.start && (declaration !== statement) === head.isExported
      && isAsync === head.isAsync && isGenerator === head.isGenerator && declaration.id?.name === head.name && declaration.id.start === head.nameStart
  }
  return (bodies.get(end) ?? []).some((node) => (node as Node & { body: Node }).body.start === start)
}

function bodiesIn(program: Node): Map<number, Node[]> {
  const bodies = new Map<number, Node[]>()
  const visit = (node: Node): void => {
    const end = (node as { body?: Node }).body?.end
    if (typeof end === 'number') bodies.set(end, [...(bodies.get(end) ?? []), node])
    eachChild(node, visit)
  }
  visit(program)
  return bodies
}

it('is a body of a function, a class or an interface', () => {
  let checked = 0, asStatements = 0
  const sources = ['packages/compiler/src', 'packages/hosts/src', 'packages/runtime/src', 'packages/policies/src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => join(root, folder, file)))
  for (const file of [...publicFiles(), ...sources]) {
    const code = readFileSync(file, 'utf8')
    const found = skim(code, languageOf(file), [])
    const tree = found.length > 0 ? parseWhole(code, file) : undefined
    if (!tree) continue
    const bodies = bodiesIn(tree.program)
    const statements = new Map(tree.program.body.map((statement) => [statement.start!, statement]))
    // where a type has an arrow the parser will not agree, and has the file to itself
    const wrong = found.filter((each) => !isBody(each, bodies, statements) && !/=>\s*$/.test(code.slice(0, each.start)))
    expect(wrong.map(({ start, end }) => code.slice(start - 80, end + 20)), file).toEqual([])
    checked += found.length
    asStatements += found.filter(({ head }) => head).length
  }
  expect(asStatements).toBeGreaterThan(1000)
  expect(checked).toBeGreaterThan(4000)
}, 300_000)

/** With its map, which is made when it is asked for. */
const outcome = (text: string, options: CompileOptions, whole: boolean) => {
  control.whole = whole
  const result = compile(text, options)
  return { ...result, map: result.map }
}

it('changes nothing of what becomes of public modules', () => {
  let compared = 0
  for (const file of publicFiles()) {
    const { text, marked } = markAll(readFileSync(file, 'utf8')) ?? { text: '', marked: 0 }
    if (marked === 0) continue
    const options = { id: `/project/${file.slice(modules.length)}`, root: '/project', packageName: 'project' }
    expect(outcome(text, options, false), file).toEqual(outcome(text, options, true))
    compared++
  }
  expect(compared).toBeGreaterThan(40)
  expect(control.skimmed).toBeGreaterThan(500)
}, 300_000)

/** Functions that say every name of the text: whatever is asked about a name, there is more to be known of it. */
function withMore(text: string): string {
  const names = [...new Set(text.match(/(?<![\w$.#@'"`\\])[A-Za-z_$][\w$]*(?=\W)/g) ?? [])].filter((name) => !RESERVED.test(name))
  const more = names.map((name, i) => [`function passed${i}() { return [${name}] }`, `const passed${i} = () => { ${name}() }`, `class Passed${i} { m() { { ${name} = ${i} } } }`][i % 3])
  return `${text}\n\n${more.join('\n\n')}\n`
}

const RESERVED = /^(?:abstract|as|async|await|break|case|catch|class|const|continue|debugger|declare|default|delete|do|else|enum|export|extends|false|finally|for|from|function|if|implements|import|in|instanceof|interface|let|new|null|of|package|private|protected|public|return|satisfies|static|super|switch|this|throw|true|try|type|typeof|using|var|void|while|with|yield|arguments|eval)$/

it('changes nothing of what becomes of the house\'s own programs, of which it asks about names', () => {
  let compared = 0
  for (const { file, text } of corpus(root)) {
    for (const [i, each] of [text, withMore(text)].entries()) {
      const options: CompileOptions = { id: `/project/${file}`, root: '/project', packageName: '@acme/shop', layout: i === 0 ? 'lines' : 'pretty' }
      if (!parseWhole(each, options.id)) continue
      expect(outcome(each, options, false), `${file}\n${each}`).toEqual(outcome(each, options, true))
      compared++
    }
  }
  expect(compared).toBeGreaterThan(500)
  expect(control.skimmed).toBeGreaterThan(2000)
}, 300_000)

it('is looked for where an import is', () => {
  expect(interestIn("import { Retry as Again } from 'resilience4cata'\nAgain; Again2; 'Retry'", 'resilience4cata')).toEqual([0, 9, 18, 49, 65])
})
