// From a specifier to a file, for hosts that have no resolver to ask.
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, resolve } from 'node:path'
import type { Wants } from './wants.ts'

const ENDINGS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.tsx', '/index.js']

/** `undefined` where nothing is found: the site is then interpreted. */
export function resolveFile(specifier: string, importer: string): string | undefined {
  if (specifier.startsWith('.')) return candidates(resolve(dirname(importer), specifier)).find(isFile)
  try {
    const found = createRequire(importer).resolve(specifier)
    // what Node has in itself is found by its name
    return isAbsolute(found) ? found : undefined
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

/** Finds what is wanted. */
export function readModules(asked: Wants, wants: readonly string[]): void {
  for (const want of wants) {
    const { specifier, importer } = asked.stepOf(want)
    const file = resolveFile(specifier, importer)
    if (file !== undefined) asked.found(want, file, readFileSync(file, 'utf8'))
  }
}
