import { readFileSync } from 'node:fs'

/** A file's text without a byte order mark: TypeScript, npm and Node take one in their files, and `JSON.parse` doesn't. */
export const textOf = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
