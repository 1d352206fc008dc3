import { realm } from '@resilience4cata/core/run/realm'
import type { Place } from './place.ts'

/** Says once, during development, that something is interpreted: it works the same, slower. */
export function notice({ id, compiled }: Place): void {
  const home = realm()
  if (home.noticed || typeof console === 'undefined' || isQuiet()) return
  home.noticed = true
  const why = compiled ? ', though the compiler has seen it: `npx r4c explain` on its file says why' : ': add unplugin-resilience4cata/vite (or /webpack, /esbuild, …) to the build, and it is compiled'
  console.info(`resilience4cata: ${id || 'a function'} is interpreted${why}.`)
}

function isQuiet(): boolean {
  try {
    // spelled as bundlers replace it; a browser without a bundler has no `process`
    const mode = process.env.NODE_ENV
    return mode === 'production' || mode === 'test'
  } catch {
    return false
  }
}
