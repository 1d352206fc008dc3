// The one way in which bytes are counted: what a bundler makes of a program, minified, then compressed as servers do. Of what is built, as a user installs it.
import { gzipSync } from 'node:zlib'
import { build, type BuildOptions } from 'esbuild'

export interface Weight { readonly min: number; readonly gzip: number }

/** Modules as one application would have them. `from`: the folder whose node_modules are in use. */
export async function weigh(modules: readonly string[], from: string, options: BuildOptions = {}): Promise<Weight> {
  const { outputFiles } = await build({
    stdin: { contents: modules.map((_, n) => `export * from 'module-${n}'`).join('\n'), resolveDir: from },
    bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'browser', write: false, logLevel: 'silent',
    // not the sources, to which the house's own tsconfig points
    tsconfigRaw: {},
    plugins: [{
      name: 'modules',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^module-\d+$/ }, ({ path }) => ({ path, namespace: 'modules' }))
        onLoad({ filter: /.*/, namespace: 'modules' }, ({ path }) => ({ contents: modules[Number(path.slice('module-'.length))]!, loader: 'ts', resolveDir: from }))
      },
    }],
    ...options,
  })
  const { contents } = outputFiles![0]!
  return { min: contents.length, gzip: gzipSync(contents, { level: 9 }).length }
}
