// What Bun loads as it runs. It wants an answer for every file that is asked for, so packages aren't: whoever runs TypeScript writes it outside of them.
import { readFileSync } from 'node:fs'
import { textCompiler } from '../compile-text.ts'
import { insist } from '../insist.ts'
import type { Options } from '../options.ts'

const OWN_SCRIPT = /^(?!.*[\\/]node_modules[\\/]).*\.[cm]?[jt]sx?$/

type Loader = 'js' | 'jsx' | 'ts' | 'tsx'
export interface Builder { onLoad(asked: { filter: RegExp }, load: (found: { path: string }) => { contents: string; loader: Loader }): unknown }

export function runtimePlugin(build: Builder, options: Options = {}): void {
  const compileText = textCompiler(options)
  build.onLoad({ filter: OWN_SCRIPT }, ({ path }) => {
    const text = readFileSync(path, 'utf8')
    const compiled = compileText(text, path)
    if (compiled) insist(compiled.result)
    return { contents: compiled?.result.code ?? text, loader: loaderOf(path) }
  })
}

const loaderOf = (path: string): Loader => /[jt]sx?$/.exec(path)![0] as Loader
