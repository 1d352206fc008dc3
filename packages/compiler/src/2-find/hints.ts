// What is no mistake, but is worth knowing: places where the compiler can't help.
import type { Node } from '@babel/types'
import { fileOf } from '@resilience4cata/core/build/file-of'
import type { Path } from '../1-parse/scopes.ts'
import type { Site, WrittenLayer } from '../site.ts'
import { handsOut, newOnEachRun, usedAsValue } from './faults.ts'
import type { Finder } from './finder.ts'
import { marks, PACKAGE } from './names.ts'
import { nameOfExport } from './ours.ts'
import { callOf, outermost, span, unwrap } from './syntax.ts'

export function giveHints(finder: Finder, sites: readonly Site[], id: string, through: readonly string[]): void {
  hintValues(finder)
  hintLoaded(finder)
  hintNewOnEachRun(finder, sites)
  if (!through.some((specifier) => isSelf(specifier, id))) hintHandedOut(finder)
}

function hintValues(finder: Finder): void {
  for (const { path, imported, use, from } of finder.ours.references) {
    if (use !== 'value' || !(marks(imported) || isRenamed(path, imported)) || isOnlyLookedAt(path)) continue
    const name = imported === '*' ? from.specifier.local.name : imported
    finder.complain(usedAsValue(name), span(path.node), `${name} in ${finder.pathOf(path)}`)
  }
}

/** `const alias = r4c`, of a namespace. */
function isRenamed(path: Path, imported: string): boolean {
  const { parent, key } = outermost(path)
  return imported === '*' && parent?.node.type === 'VariableDeclarator' && key === 'init' && parent.node.id.type === 'Identifier'
}

const isOnlyLookedAt = (path: Path): boolean => {
  const parent = outermost(path).parent?.node
  return parent?.type === 'UnaryExpression' && parent.operator === 'typeof'
}

/** `import('resilience4cata')`, `require('resilience4cata')`, `import r4c = require('resilience4cata')`. */
function hintLoaded(finder: Finder): void {
  const { scopes, program } = finder.tree
  for (const node of program.body) {
    const loaded = node.type === 'TSImportEqualsDeclaration' && node.importKind !== 'type' && node.moduleReference.type === 'TSExternalModuleReference' ? node.moduleReference.expression : undefined
    if (loaded?.value === PACKAGE) finder.complain(usedAsValue(PACKAGE), span(node), finder.textOf(node))
  }
  const calls = [...scopes.dynamicImports, ...scopes.named('require').filter((r) => !scopes.lookup(r.name, r.scope)).map((r) => r.path)]
  for (const path of calls) {
    const call = callOf(path)
    const source = call?.node.arguments[0]
    if (call && source?.type === 'StringLiteral' && source.value === PACKAGE) finder.complain(usedAsValue(PACKAGE), span(call.node), finder.textOf(call.node))
  }
}

function hintNewOnEachRun(finder: Finder, sites: readonly Site[]): void {
  for (const site of sites) {
    if (site.moduleLevel || site.name) continue
    for (const written of site.layers.filter((layer) => keepsState(layer, finder) && !isNamed(layer))) {
      finder.complain(newOnEachRun(written.label), written.at, `${written.label} on ${site.path}`)
    }
  }
}

function keepsState({ layer, options }: WrittenLayer, { rooms }: Finder): boolean {
  const room = rooms[layer]
  if (!room || (options.kind === 'flag' && !options.value)) return false
  const hasBudget = options.kind === 'object' && [...options.entries.keys()].some((key) => room.table[key]?.capability === 'budget')
  return room.traits.keepsState === true || hasBudget
}

const isNamed = ({ options }: WrittenLayer) => options.kind === 'expression' || (options.kind === 'object' && options.entries.has('name'))

function hintHandedOut(finder: Finder): void {
  const tell = (name: string, node: Node) => finder.complain(handsOut(name), span(node), name)
  for (const { path, imported, use } of finder.ours.references) if (use === 'export' && marks(imported)) tell(imported, path.node)
  for (const statement of finder.tree.program.body) {
    if (statement.type === 'ExportAllDeclaration' && statement.source.value === PACKAGE) tell(PACKAGE, statement)
    if (statement.type !== 'ExportNamedDeclaration') continue
    if (statement.source?.value === PACKAGE && statement.exportKind !== 'type') {
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ExportSpecifier' && marks(specifier.local.name)) tell(nameOfExport(specifier.exported), specifier)
      }
    }
    if (statement.declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declaration.declarations) {
      const value = init && unwrap(init)
      if (id.type === 'Identifier' && value?.type === 'CallExpression' && finder.ours.nameOf(value.callee) === 'bundle') tell(id.name, id)
    }
  }
}

/** Whether a specifier of `through` means this file: an alias can't be resolved here, so its last part has to do. */
function isSelf(specifier: string, id: string): boolean {
  const [file = '', folder = ''] = fileOf(id).replaceAll('\\', '/').split('/').reverse()
  const stem = file.replace(/\.[cm]?[jt]sx?$/, '')
  const last = specifier.replace(/\.[cm]?[jt]sx?$/, '').split('/').at(-1)
  return last === stem || (stem === 'index' && last === folder)
}
