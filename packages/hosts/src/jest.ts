// A Jest transformer that compiles, and leaves the rest to another transformer: babel-jest, @swc/jest, ts-jest.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { textCompiler } from './compile-text.ts'
import { insist } from './insist.ts'
import { composed, takeMap, withMap } from './maps.ts'
import type { Options, TextOptions } from './options.ts'

/** Options of the transformer: ours, and what stands behind it. */
export interface JestOptions extends TextOptions {
  /** The transformer that strips types and makes CommonJS of modules. Default: babel-jest. */
  readonly inner?: string
  /** What Jest would hand to it as its options. */
  readonly innerConfig?: unknown
}

/** As much of Jest's `TransformOptions` as is looked at. */
interface TransformOptions { readonly configString: string; readonly instrument: boolean }

type Process<Result> = (source: string, path: string, options: TransformOptions) => Result

/** The same face in Jest 27 to 30; no types package is asked of anybody. */
export interface Transformer {
  readonly canInstrument?: boolean
  readonly process: Process<{ code: string; map?: unknown }>
  readonly processAsync?: Process<Promise<{ code: string; map?: unknown }>>
  readonly getCacheKey: Process<string>
}

interface Inner extends Omit<Transformer, 'getCacheKey'> { readonly getCacheKey?: Process<string>; createTransformer?(config: unknown): Inner | Promise<Inner> }

/** `jest.config.js`: `transform: { '\\.[jt]sx?$': ['unplugin-resilience4cata/jest', { inner: '@swc/jest' }] }` */
const transformer = {
  async createTransformer({ inner: name = 'babel-jest', innerConfig, ...options }: JestOptions = {}): Promise<Transformer> {
    const found = await load(name)
    const inner = found.createTransformer ? await found.createTransformer(innerConfig) : found
    const before = inFront(options)
    return {
      ...(inner.canInstrument !== undefined && { canInstrument: inner.canInstrument }),
      process: (source, path, asked) => inner.process(before(source, path), path, asked),
      ...(inner.processAsync && { processAsync: async (source, path, asked) => await inner.processAsync!(before(source, path), path, asked) }),
      // of the compiled text: it also holds what other modules had to say
      getCacheKey: (source, path, asked) => keyOf(inner, mistaken(() => before(source, path), source), path, asked),
    }
  },
}

export default transformer
export { transformer as 'module.exports' }

/** Looked for where Jest was started, as Jest looks for what is named in its configuration. */
async function load(name: string): Promise<Inner> {
  const file = createRequire(join(process.cwd(), 'jest.config.js')).resolve(name)
  const module = (await import(pathToFileURL(file).href)) as { default?: Inner & { default?: Inner } } & Inner
  const found = [module.default?.default, module.default, module].find((face) => face?.createTransformer || face?.process)
  if (!found) throw new TypeError(`${name} is no Jest transformer: it exports neither createTransformer nor process`)
  return found
}

/** Jest asks for a key and then for the text: a file is compiled once. */
function inFront(options: Options): (source: string, path: string) => string {
  const compileText = textCompiler(options)
  let last: { source: string; path: string; text: string } | undefined
  return (source, path) => {
    if (last?.source !== source || last.path !== path) last = { source, path, text: compiled(source, path) }
    return last.text
  }
  function compiled(source: string, path: string): string {
    const { code, earlier } = takeMap(source)
    const found = compileText(code, path)
    if (!found) return source
    tell(() => insist(found.result))
    const { map } = found.result
    return map ? withMap(found.result.code, composed({ ...map, sources: [path] }, earlier)) : source
  }
}

/** Below a message Jest prints what a stack has besides its calls: all of it a second time. */
function tell(mistakes: () => void): void {
  try {
    mistakes()
  } catch (error) {
    throw Object.assign(error as Error, { stack: '' })
  }
}

function keyOf({ getCacheKey }: Inner, text: string, path: string, options: TransformOptions): string {
  return getCacheKey ? getCacheKey(text, path, options) : createHash('sha256').update(JSON.stringify([text, path, options.configString, options.instrument])).digest('hex')
}

/** A mistake is told when the text is asked for. */
function mistaken(text: () => string, otherwise: string): string {
  try {
    return text()
  } catch {
    return otherwise
  }
}
