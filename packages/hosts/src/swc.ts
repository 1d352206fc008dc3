// @swc/core with our compiler in front. SWC's own plugins are built for one version of SWC each; text in front of it fits all of them.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import * as swc from '@swc/core'
import { textCompiler } from './compile-text.ts'
import { insist } from './insist.ts'
import { composed, parsed, takeMap } from './maps.ts'
import type { Options, TextOptions } from './options.ts'
import type { Decorators } from './tsconfig.ts'

type Transforms = Pick<typeof swc, 'transform' | 'transformSync' | 'transformFile' | 'transformFileSync'>

/** The functions of @swc/core with these names, for options of ours other than the built-in ones. */
export default function resilience4cata(options: TextOptions = {}): Transforms {
  const before = inFront(options)
  return {
    transform: async (source, config) => await swc.transform(...before(source, config)),
    transformSync: (source, config) => swc.transformSync(...before(source, config)),
    transformFile: async (path, config) => await swc.transform(...before(await readFile(path, 'utf8'), { ...config, filename: config?.filename ?? path })),
    transformFileSync: (path, config) => swc.transformSync(...before(readFileSync(path, 'utf8'), { ...config, filename: config?.filename ?? path })),
  }
}

export const { transform, transformSync, transformFile, transformFileSync }: Transforms = resilience4cata()

type Arguments = [source: string | swc.Program, config?: swc.Options]

function inFront(options: Options): (...args: Arguments) => Arguments {
  const compileText = textCompiler(options)
  return (source, config = {}) => {
    // a tree is not a text: whoever parses for themselves compiles for themselves
    if (typeof source !== 'string') return [source, config]
    const { code, earlier } = earlierOf(source, config)
    const filename = config.filename ?? 'unknown.js'
    const compiled = compileText(code, filename, { decorators: decoratorsOf(config) })
    if (!compiled) return [source, config]
    insist(compiled.result)
    const { map } = compiled.result
    return map ? [compiled.result.code, { ...config, inputSourceMap: JSON.stringify(composed({ ...map, sources: [config.sourceFileName ?? filename] }, earlier)) }] : [source, config]
  }
}

/** What stands in front of us: the option's map, or the comment's. */
function earlierOf(source: string, { inputSourceMap }: swc.Options): ReturnType<typeof takeMap> {
  if (typeof inputSourceMap === 'string') return { code: source, earlier: parsed(inputSourceMap) }
  return inputSourceMap === false ? { code: source, earlier: undefined } : takeMap(source)
}

function decoratorsOf({ jsc }: swc.Options): Decorators | undefined {
  if (jsc?.transform?.legacyDecorator) return 'legacy'
  return jsc?.transform?.decoratorVersion ? 'standard' : undefined
}
