// Loads the modules whose bundles a file uses, and has the host watch them. What a host can't resolve is left out: its site is then interpreted.
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CompileResult } from '@resilience4cata/compiler/index'
import type { UnpluginBuildContext } from 'unplugin'
import type { FileCompiler } from './compile-file.ts'
import { pathOf } from './options.ts'
import { resolveFile } from './resolve-file.ts'
import type { Readers } from './vite/readers.ts'

type Resolve = (specifier: string) => Promise<string | undefined>

/** Compiles, and once more with what it wants. */
export async function withWanted(host: UnpluginBuildContext, code: string, id: string, compileFile: FileCompiler, readers: Readers): Promise<CompileResult | undefined> {
  const result = compileFile(code, id)
  if (!result?.wants.length) return result
  const { modules, files } = await loadWanted(host, id, result.wants)
  readers.note(pathOf(id), files)
  return compileFile(code, id, { modules })
}

interface Loaded { readonly modules: Record<string, string>; readonly files: readonly string[] }

async function loadWanted(host: UnpluginBuildContext, id: string, wants: readonly string[]): Promise<Loaded> {
  const resolve = resolverOf(host, pathOf(id))
  const modules: Record<string, string> = {}
  const files: string[] = []
  for (const specifier of wants) {
    const file = await resolve(specifier).catch(() => undefined)
    const text = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined)
    if (file === undefined || text === undefined) continue
    modules[specifier] = text
    files.push(file)
    host.addWatchFile(file)
  }
  return { modules, files }
}

/** Rollup and its kin, what unplugin's own type doesn't show. */
interface RollupLike { resolve?(specifier: string, importer: string): Promise<{ id: string; external?: unknown } | null> }

function resolverOf(host: UnpluginBuildContext & RollupLike, importer: string): Resolve {
  const native = host.getNativeBuildContext?.()
  if (native?.framework === 'esbuild') {
    return async (specifier) => (await native.build.resolve(specifier, { resolveDir: dirname(importer), importer, kind: 'import-statement' })).path || undefined
  }
  if ((native?.framework === 'webpack' || native?.framework === 'rspack') && native.loaderContext) {
    const resolve = native.loaderContext.getResolve({ dependencyType: 'esm' }) as (folder: string, specifier: string) => Promise<string>
    return (specifier) => resolve(dirname(importer), specifier)
  }
  if (!host.resolve) return async (specifier) => resolveFile(specifier, importer)
  return async (specifier) => {
    const found = await host.resolve!(specifier, importer)
    return found && !found.external ? pathOf(found.id) : undefined
  }
}
