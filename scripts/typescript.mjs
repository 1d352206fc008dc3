// Starts TypeScript of the house that isn't shipped: bundled with our own packages, everybody else's stay where they are installed.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/**
 * The module of `<file>`, a path in the repository. `folder` is where packages are looked for: one with a node_modules of its own.
 * @param {string} file @param {string} [folder] @returns {Promise<any>}
 */
export async function load(file, folder = root) {
  const { build } = await import('esbuild')
  const out = join(folder, 'node_modules/.r4c-typescript')
  const outfile = join(out, `${process.pid}.mjs`)
  mkdirSync(out, { recursive: true })
  await build({ entryPoints: [join(root, file)], bundle: true, outfile, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error', plugins: [others] })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(outfile, { force: true })
  }
}

/** @type {import('esbuild').Plugin} */
const others = {
  name: 'others',
  setup: ({ onResolve }) => onResolve({ filter: /^[^./]/ }, ({ path, kind }) => (kind === 'entry-point' || /^(@resilience4cata|resilience4cata)\//.test(`${path}/`) ? undefined : { path, external: true })),
}
