import { fileOf } from '@resilience4cata/core/build/file-of'
import type { CompileOptions } from '../index.ts'

/** `<package>:<path>#<name path>`: from the source, so that every build of a file gives the same. */
export const siteId = (path: string, options: CompileOptions): string => `${options.packageName ? `${options.packageName}:` : ''}${sourcePath(options)}#${path}`

/** The file's path from its package's root, without a query. */
export function sourcePath({ id, root = '' }: CompileOptions): string {
  const path = posix(fileOf(id)), folder = posix(root).replace(/\/?$/, '/')
  return folder !== '/' && path.startsWith(folder) ? path.slice(folder.length) : path.replace(/^\//, '')
}

const posix = (path: string) => path.replaceAll('\\', '/').replace(/\/{2,}/g, '/')
