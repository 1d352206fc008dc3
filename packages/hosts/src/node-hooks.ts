// Node's load hook. Types are stripped by whoever does it anyway: a loader that was registered after this one (tsx), or Node itself. Where nobody does, by
// the project's own esbuild.
import process from 'node:process'
import type { InitializeHook, LoadFnOutput, LoadHook } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { insist } from './insist.ts'
import { lazyCompiler } from './lazy-compiler.ts'
import { composed, takeMap, withMap } from './maps.ts'
import { stripped } from './node/stripped.ts'
import { SCRIPT, wordsOf, type NodeOptions } from './options.ts'
import { readModules } from './resolve-file.ts'
import { withWanted } from './wanted.ts'

let words = wordsOf({})
let compileFile = lazyCompiler({})
const TYPED = /\.[cm]?tsx?$/

export const initialize: InitializeHook<NodeOptions> = (options) => {
  words = wordsOf(options)
  compileFile = lazyCompiler(options)
}

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !SCRIPT.test(url)) return await nextLoad(url, context)
  const file = fileURLToPath(url)
  if (!isLeftToUs(file, context.format)) return await inFront(await nextLoad(url, context), file)
  // whatever the format: to be given a text at all
  const loaded = await nextLoad(url, { ...context, format: 'module' })
  return { shortCircuit: true, ...(await stripped(String((await inFront(loaded, file)).source), file)) }
}

/** A loader in front of us, or Node, has given TypeScript a format if it knows what to do with it. */
function isLeftToUs(file: string, format: string | null | undefined): boolean {
  const strips = 'typescript' in process.features && Boolean(process.features.typescript)
  return TYPED.test(file) && !format && !(strips && !file.endsWith('x'))
}

/** CommonJS that Node reads by itself comes without a text: there can be no import in it, so nothing for us. */
async function inFront(loaded: LoadFnOutput, file: string): Promise<LoadFnOutput> {
  if (loaded.source === null || loaded.source === undefined || !/^(module|commonjs)(-typescript)?$/.test(loaded.format ?? '')) return loaded
  const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
  const { code, earlier } = takeMap(source)
  const result = words.some((word) => code.includes(word)) ? await withWanted(compileFile, code, file, readModules) : undefined
  if (!result) return loaded
  if (earlier && TYPED.test(file)) return cameLate(loaded, file)
  insist(result)
  const { map } = result
  // Node reads sources as addresses: a # or a % in a path would be no part of it
  return map ? { ...loaded, source: withMap(result.code, composed({ ...map, sources: [pathToFileURL(file).href] }, earlier)) } : loaded
}

// decorators are lowered by then, and what could be said of the text isn't about what the user wrote
function cameLate(loaded: LoadFnOutput, file: string): LoadFnOutput {
  console.warn(`resilience4cata: another loader has compiled ${file} first, so that its policies are interpreted: name --import unplugin-resilience4cata/node in front of it.`)
  return loaded
}
