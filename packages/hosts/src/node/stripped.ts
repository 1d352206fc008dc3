// TypeScript to what this Node understands, by esbuild and the project's tsconfig.json.
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { LoadFnOutput } from 'node:module'
import { textOf } from '../text-of.ts'

export async function stripped(source: string, file: string): Promise<LoadFnOutput> {
  const { build } = await import('esbuild').catch((error: unknown) => {
    throw new Error(`${file}: Node ${process.versions.node} runs no TypeScript, and esbuild, which would strip its types, can't be loaded. Install esbuild, or name a loader that does it behind this one ` +
      '(node --import unplugin-resilience4cata/node --import tsx), or use Node 22.18 or newer.', { cause: error })
  })
  const wanted = formatOf(file)
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    // read by the hooks already
    plugins: [{ name: 'source', setup: ({ onLoad }) => onLoad({ filter: /.*/ }, () => ({ contents: source, loader: file.endsWith('x') ? 'tsx' : 'ts' })) }],
    write: false,
    outfile: `${file}.mjs`,
    metafile: true,
    sourcemap: 'inline',
    sourcesContent: false,
    target: `node${process.versions.node}`,
    logLevel: 'silent',
    ...(wanted === 'commonjs' && { format: 'cjs' }),
  })
  // no word of it in any package.json: as Node does with JavaScript, what has imports is a module
  const isModule = wanted === 'module' || (wanted === undefined && Object.values(metafile.inputs)[0]?.format === 'esm')
  return { format: isModule ? 'module' : 'commonjs', source: outputFiles[0]!.text }
}

/** What the ending says, or the nearest package.json. */
function formatOf(file: string): 'module' | 'commonjs' | undefined {
  const [, letter] = /\.([cm])?tsx?$/.exec(file) ?? []
  return letter === 'm' ? 'module' : letter === 'c' ? 'commonjs' : typeIn(dirname(file))
}

function typeIn(folder: string): 'module' | 'commonjs' | undefined {
  try {
    const { type } = JSON.parse(textOf(join(folder, 'package.json'))) as { type?: unknown }
    return type === 'module' || type === 'commonjs' ? type : undefined
  } catch {
    return dirname(folder) === folder ? undefined : typeIn(dirname(folder))
  }
}
