// Where a file belongs: the nearest package.json with a name. Ids of instances are made of it, so a file gets the same ones in every host.
import { dirname, join } from 'node:path'
import { textOf } from './text-of.ts'

export interface Package { readonly root: string; readonly name: string | undefined }

/** Finds packages, and remembers them for as long as this finder lives: a build, or one round of watching. */
export function packageFinder(): (file: string) => Package {
  const known = new Map<string, Package>()
  const find = (folder: string): Package => {
    const found = known.get(folder)
    if (found) return found
    const name = nameIn(folder)
    const parent = dirname(folder)
    const result = name !== undefined || parent === folder ? { root: folder, name } : find(parent)
    known.set(folder, result)
    return result
  }
  return (file) => find(dirname(file))
}

// package.json files without a name only say how to read a folder (`{ "type": "module" }`)
function nameIn(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(textOf(join(folder, 'package.json'))) as { name?: unknown }
    return typeof name === 'string' && name !== '' ? name : undefined
  } catch {
    return undefined
  }
}

/** The product's own packages: they speak of `resilience4cata` without using it. */
export const isOwn = ({ name }: Package): boolean => name === 'resilience4cata' || name === 'unplugin-resilience4cata' || name?.startsWith('@resilience4cata/') === true
