import type { CompileOptions } from '@resilience4cata/compiler/index'

/** Options of the plugin, the same in every bundler. */
export interface Options extends Pick<CompileOptions, 'through' | 'passive' | 'strict' | 'hints' | 'decorators'> {
  /** Files to look at. Default: everything that ends like a script, `.vue`, `.svelte` and `.astro`, packages in `node_modules` included. Text is a glob. */
  readonly include?: string | RegExp | readonly (string | RegExp)[]
  /** Files to leave alone, also when included. Default: none. */
  readonly exclude?: string | RegExp | readonly (string | RegExp)[]
  /** The folder that ids of instances are relative to. Default: that of the nearest `package.json` with a name. */
  readonly root?: string
  /** Whether what is compiled is kept in `node_modules/.cache`, so that files that haven't changed cost the next build next to nothing. Default: true. */
  readonly cache?: boolean
}

/** Of hosts that choose the files themselves. */
export type TextOptions = Omit<Options, 'include' | 'exclude' | 'cache'>

export type NodeOptions = Omit<Options, 'include' | 'exclude'>

/** A script or a single-file component, also a block of one: `App.vue?vue&type=script&lang.ts`. */
export const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)(?:$|[?#])/

/** A module is looked at only if its text contains one of these. */
export const wordsOf = (options: Options): string[] => ['resilience4cata', ...(options.through ?? [])]

export const listOf = <T>(patterns: T | readonly T[]): T[] => (Array.isArray(patterns) ? [...patterns] : [patterns as T])
