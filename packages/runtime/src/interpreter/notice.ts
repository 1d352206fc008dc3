import { realm } from '@resilience4cata/core/run/realm'

/** Says once, during development, that something is interpreted: it works the same, slower. */
export function notice(site: string): void {
  const home = realm()
  if (home.noticed || typeof console === 'undefined' || isQuiet()) return
  home.noticed = true
  console.info(`resilience4cata: ${site || 'a function'} is interpreted: add unplugin-resilience4cata/vite (or /webpack, /esbuild, …) to the build, and it is compiled.`)
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
