// What was compiled in an earlier run is kept on disk, as loading the compiler and its first, slow runs cost more than all else. A result is found by all that it
// was made of, the compiler's own build among it, so nothing that is found can be another one than would be made now.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { threadId } from 'node:worker_threads'
import type { CompileResult } from '@resilience4cata/compiler/index'
import type { Settings } from './settings.ts'

/** What shells that build ask for. */
export type Result = Pick<CompileResult, 'code' | 'map' | 'diagnostics' | 'wants'>

interface Entry {
  readonly key: string
  /** None: the text itself. */
  readonly code?: string
  /** None: nobody has asked for it yet. */
  readonly map?: CompileResult['map']
  readonly diagnostics: CompileResult['diagnostics']
  readonly wants: CompileResult['wants']
}

export class EarlierResults {
  readonly #folder: string
  readonly #build: string
  readonly #most: number
  #isReady = false

  /** `build`: what this build of the compiler is called. With more than `most` entries all of them go: they are of files that are gone, or of ids that come only once. */
  constructor(folder: string, build: string, most = 10_000) {
    this.#folder = folder
    this.#build = build
    this.#most = most
  }

  /** `undefined` where there is none, and where it has no map and one is asked for. */
  find(code: string, id: string, settings: Settings, mapped: boolean): Result | undefined {
    const entry = this.#read(this.#fileOf(id, settings))
    if (entry?.key !== this.#keyOf(code, id, settings)) return undefined
    const { code: changed, map = null, diagnostics, wants } = entry
    if (changed === undefined) return { code, map: null, diagnostics, wants }
    return map || !mapped ? { code: changed, map, diagnostics, wants } : undefined
  }

  /** Without its map, where that isn't asked for: it would be made only to be kept. */
  keep(result: Result, code: string, id: string, settings: Settings, mapped: boolean): void {
    const { diagnostics, wants } = result
    const changed = result.code !== code
    this.#write(this.#fileOf(id, settings), {
      key: this.#keyOf(code, id, settings),
      ...(changed && { code: result.code, ...(mapped && { map: result.map }) }),
      // a place may be a node of the tree
      diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, at: { start: diagnostic.at.start, end: diagnostic.at.end } })),
      wants,
    })
  }

  // one for each way that a file is asked for, so that a later text of it takes the place of an earlier one
  #fileOf(id: string, { modules = {} }: Settings): string { return join(this.#folder, `${hash([id, Object.keys(modules)])}.json`) }

  #keyOf(code: string, id: string, settings: Settings): string { return hash([this.#build, id, settings, code]) }

  #read(file: string): Entry | undefined { return attempt(() => JSON.parse(readFileSync(file, 'utf8')) as Entry) }

  // whole or not at all, as others may read and write it at the same time; where nothing can be written, nothing is kept
  #write(file: string, entry: Entry): void {
    const part = `${file}.${process.pid}.${threadId}`
    try {
      this.#prepare()
      writeFileSync(part, JSON.stringify(entry))
      renameSync(part, file)
    } catch {
      attempt(() => rmSync(part))
    }
  }

  #prepare(): void {
    if (this.#isReady) return
    mkdirSync(this.#folder, { recursive: true })
    if (readdirSync(this.#folder).length > this.#most) {
      rmSync(this.#folder, { recursive: true, force: true })
      mkdirSync(this.#folder)
    }
    this.#isReady = true
  }
}

function attempt<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}

const hash = (parts: unknown): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** In the nearest `node_modules`, where such things are kept. `undefined`: there is none. */
export function folderIn(start: string): string | undefined {
  if (existsSync(join(start, 'node_modules'))) return join(start, 'node_modules/.cache/unplugin-resilience4cata')
  const parent = dirname(start)
  return parent === start ? undefined : folderIn(parent)
}
