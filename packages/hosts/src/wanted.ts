// Loads the modules whose bundles a file uses, and has the host watch them. What a host can't resolve is left out: its site is then interpreted.
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileOf } from '@resilience4cata/core/build/file-of'
import type { UnpluginBuildContext } from 'unplugin'
import { Wants } from './wants.ts'
import type { Result } from './earlier-results.ts'
import type { LazyCompiler } from './lazy-compiler.ts'
import { resolveFile } from './resolve-file.ts'
import type { Readers } from './vite/readers.ts'

type Resolve = (specifier: string) => Promise<string | undefined>

type Load = (asked: Wants, wants: readonly string[]) => Promise<void> | void

/** Compiles, and again with what it wants, as long as there is more. */
export async function withWanted(compileFile: LazyCompiler, code: string, id: string, load: Load): Promise<Result | undefined> {
  const asked = new Wants(fileOf(id))
  let result = await compileFile(code, id)
  for (let wants = asked.news(result); wants.length > 0; wants = asked.news(result)) {
    await load(asked, wants)
    result = await compileFile(code, id, { modules: asked.modules })
  }
  return result
}

/** Finds what is wanted as the host does. */
export const loadBy = (host: UnpluginBuildContext, readers: Readers): Load => async (asked, wants) => {
  for (const want of wants) await load(host, asked, want)
  readers.note(asked.file, asked.files)
}

async function load(host: UnpluginBuildContext, asked: Wants, want: string): Promise<void> {
  const { specifier, importer } = asked.stepOf(want)
  const found = await resolverOf(host, importer)(specifier).catch(() => undefined)
  // a package that stays outside of the bundle has no file there; what its bundles are is written in it all the same
  const [file, text] = (await textAt(found)) ?? (await textAt(resolveFile(specifier, importer))) ?? []
  if (file === undefined || text === undefined) return
  asked.found(want, file, text)
  host.addWatchFile(file)
}

async function textAt(file: string | undefined): Promise<[file: string, text: string] | undefined> {
  const text = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : [file!, text]
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
    return found && !found.external ? fileOf(found.id) : undefined
  }
}
