// What is handed to a marker, as far as the text shows: a function, inline or under a name that can't mean another one, or a site, whose mode is its own.
import type { CallExpression, Node } from '@babel/types'
import type { Binding } from '../1-parse/scopes.ts'
import type { Mode } from '../site.ts'
import type { Finder } from './finder.ts'
import type { AnyFunction } from './mode.ts'
import type { Module } from './modules.ts'
import { nameOfExport } from './ours.ts'
import { readPolicies } from './policies.ts'
import { Reader } from './reader.ts'
import { isFunction, span, unwrap } from './syntax.ts'

export interface Given {
  readonly fn?: AnyFunction
  /** Of a site whose function isn't async by nature, or stands in another module. */
  readonly mode?: Mode
}

export function givenAt(finder: Finder, module: Module, node: Node, steps = MOST_STEPS): Given | undefined {
  const inner = unwrap(node)
  if (isFunction(inner)) return { fn: inner }
  if (steps === 0) return undefined
  if (inner.type === 'CallExpression') return module.ours.nameOf(inner.callee) === 'resilient' ? siteAt(finder, module, inner, steps) : undefined
  const binding = inner.type === 'Identifier' ? module.tree.scopes.resolve(inner) : undefined
  if (!binding || module.tree.scopes.referencesTo(binding).some((reference) => reference.write)) return undefined
  const declared = binding.path.node
  if (declared.type === 'FunctionDeclaration') return { fn: declared }
  if (binding.kind === 'import') return importedSite(finder, binding, steps)
  return binding.kind === 'const' && declared.type === 'VariableDeclarator' && declared.init ? givenAt(finder, module, declared.init, steps - 1) : undefined
}

// a name may lead to itself
const MOST_STEPS = 8

/** What is async by nature is async; else the mode that is written nearest to whoever asks. */
function siteAt(finder: Finder, module: Module, { arguments: [policies, fn] }: CallExpression, steps: number): Given | undefined {
  const within = fn && givenAt(finder, module, fn, steps - 1)
  if (within?.fn?.async || within?.mode === 'async') return within
  const told = policies && readPolicies(new Reader(module, () => {}, span(policies)), policies)?.mode
  const mode = told?.kind === 'literal' ? (told.value as Mode) : within?.mode
  return mode && { mode }
}

/** A compiled site isn't async by nature where it makes its promise itself, so that its module has to be asked. */
function importedSite(finder: Finder, { path }: Binding, steps: number): Given | undefined {
  const specifier = path.node
  const declaration = path.parent?.node
  if (declaration?.type !== 'ImportDeclaration' || (specifier.type !== 'ImportSpecifier' && specifier.type !== 'ImportDefaultSpecifier')) return undefined
  const source = declaration.source.value
  if (!finder.modules.isProjects(source)) return undefined
  const exported = finder.modules.look(source, specifier.type === 'ImportSpecifier' ? nameOfExport(specifier.imported) : 'default')
  const value = exported?.kind === 'const' ? unwrap(exported.value) : undefined
  const site = value?.type === 'CallExpression' && exported?.kind === 'const' ? givenAt(finder, exported.module, value, steps - 1) : undefined
  const mode = site?.fn?.async ? 'async' : site?.mode
  return mode && { mode }
}
