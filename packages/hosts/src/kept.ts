// What bundlers keep from build to build is what we have made of files. Whether that still holds is for us to say.
import type { UnpluginOptions } from 'unplugin'
import { BUILD } from './build.ts'
import type { Options } from './options.ts'

export const keeping = (options: Options): Pick<UnpluginOptions, 'rollup' | 'webpack' | 'rspack'> => ({
  // other modules may have changed that a file was compiled with; Rollup only looks at the file
  rollup: { shouldTransformCachedModule: ({ code }) => code.includes('resilience4cata') },
  webpack: (compiler) => keepApart(compiler, options),
  rspack: (compiler) => keepApart(compiler, options),
})

/** As much of a compiler as is looked at; plugins come before its defaults. */
interface Compiler { readonly options: { readonly cache?: unknown } }
interface Cache { readonly type?: string; version?: string }

/** webpack and Rspack ask no plugin, but everybody for a version: what was made by another one of ours, or with other options, is made anew. */
function keepApart({ options }: Compiler, own: Options): void {
  const cache = options.cache as Cache | boolean | null | undefined
  if (cache && typeof cache === 'object' && (cache.type === 'filesystem' || cache.type === 'persistent')) cache.version = `${cache.version ?? ''} ${makerOf(own)}`
}

/** Who makes something of a file, in words that change whenever what is made may change. */
const makerOf = (options: Options): string => `resilience4cata ${BUILD} ${JSON.stringify(options, (_, value: unknown) => (value instanceof RegExp ? String(value) : value))}`
