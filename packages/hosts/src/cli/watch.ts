// `--watch`: the same round again whenever something has changed in a folder that it looked at. Folders are watched one by one, so that packages never are.
import { existsSync, watch as watchFolder, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'

interface Round { readonly code: number; readonly out: string; readonly err: string; readonly read: readonly string[] }

/** Editors and version control write several files, several times. */
const CALM = 40

/** The last round's exit code, when `signal` ends it. */
export function watch(folders: () => Set<string>, round: () => Round, print: (output: Round) => void, signal?: AbortSignal): Promise<number> {
  const watchers = new Map<string, FSWatcher>()
  let last: Round | undefined
  // modules that aren't among the files themselves
  let read: readonly string[] = []
  let timer: NodeJS.Timeout | undefined

  function go(): void {
    timer = undefined
    // first, so that what changes while the round is made is seen
    look(folders())
    const next = round()
    if (next.out !== last?.out || next.err !== last.err) print(next)
    last = next
    read = next.read.map((file) => dirname(file))
    look(folders())
  }
  function look(named: ReadonlySet<string>): void {
    const wanted = new Set([...named, ...read])
    for (const [folder, watcher] of watchers) if (!wanted.has(folder)) forget(folder, watcher)
    for (const folder of wanted) {
      if (watchers.has(folder)) continue
      // gone since it was found: the folder above has told, or will
      if (!existsSync(folder)) continue
      const watcher = watchFolder(folder, soon)
      watcher.on('error', () => { forget(folder, watcher); soon() })
      watchers.set(folder, watcher)
    }
  }
  function forget(folder: string, watcher: FSWatcher): void {
    watcher.close()
    watchers.delete(folder)
  }
  function soon(): void {
    timer ??= setTimeout(go, CALM)
  }

  go()
  return new Promise((resolve) => signal?.addEventListener('abort', () => {
    clearTimeout(timer)
    for (const [folder, watcher] of watchers) forget(folder, watcher)
    resolve(last!.code)
  }, { once: true }))
}
