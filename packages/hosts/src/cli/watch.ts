// `--watch`: the same round again whenever something has changed in a folder that it looked at. Folders are watched one by one, so that packages never are.
import { existsSync, watch as watchFolder, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'

interface Round { readonly code: number; readonly out: string; readonly err: string; readonly read: readonly string[] }

/** Editors and version control write several files, several times. */
const CALM = 40

/** The last round's exit code, when `signal` ends it. */
export function watch(folders: () => Iterable<string>, round: () => Round, print: (output: Round) => void, signal?: AbortSignal): Promise<number> {
  let last: Round | undefined
  let timer: NodeJS.Timeout | undefined
  const watched = new WatchedFolders(() => (timer ??= setTimeout(go, CALM)))

  function go(): void {
    timer = undefined
    // first, so that what changes while the round is made is seen; modules that went into the last one are among it
    look()
    const next = round()
    if (next.out !== last?.out || next.err !== last.err) print(next)
    last = next
    look()
  }
  const look = (): void => watched.set(new Set([...folders(), ...(last?.read ?? []).map((file) => dirname(file))]))

  go()
  return new Promise((resolve) => signal?.addEventListener('abort', () => {
    clearTimeout(timer)
    watched.set(new Set())
    resolve(last!.code)
  }, { once: true }))
}

class WatchedFolders {
  readonly #watchers = new Map<string, FSWatcher>()
  constructor(readonly changed: () => void) {}

  set(wanted: ReadonlySet<string>): void {
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#forget(folder)
    for (const folder of wanted) {
      // gone since it was found: the folder above has told, or will
      if (this.#watchers.has(folder) || !existsSync(folder)) continue
      const watcher = watchFolder(folder, this.changed)
      watcher.on('error', () => {
        this.#forget(folder)
        this.changed()
      })
      this.#watchers.set(folder, watcher)
    }
  }
  #forget(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
  }
}
