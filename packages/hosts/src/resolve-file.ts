// From a specifier to a file, for hosts that have no resolver to ask.
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'

const ENDINGS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.tsx', '/index.js']

/** `undefined` where nothing is found: the site is then interpreted. */
export function resolveFile(specifier: string, importer: string): string | undefined {
  if (specifier.startsWith('.')) return candidates(resolve(dirname(importer), specifier)).find(isFile)
  try {
    return createRequire(importer).resolve(specifier)
  } catch {
    return undefined
  }
}

// TypeScript projects name the file that will be built: './policies.js' for policies.ts
function candidates(path: string): string[] {
  const [, stem, letter, x] = /^(.*)\.([cm]?)js(x?)$/.exec(path) ?? []
  return [...ENDINGS.map((ending) => path + ending), ...(stem === undefined ? [] : [`${stem}.${letter}ts${x}`, `${stem}.tsx`])]
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** The texts of modules, and the files that they are. */
export function readModules(specifiers: readonly string[], importer: string): { modules: Record<string, string>; files: string[] } {
  const found = specifiers.flatMap((specifier) => {
    const file = resolveFile(specifier, importer)
    return file === undefined ? [] : [{ specifier, file }]
  })
  return { modules: Object.fromEntries(found.map(({ specifier, file }) => [specifier, readFileSync(file, 'utf8')])), files: found.map(({ file }) => file) }
}
