import type { Bulkhead } from './runtime.ts'

/** What `registry.bulkhead(id)` gives: the state of a bulkhead, as it is when it is read. */
export class BulkheadHandle {
  readonly #bulkhead: Bulkhead

  constructor(bulkhead: Bulkhead) {
    bulkhead.ready()
    this.#bulkhead = bulkhead
  }

  /** Calls that hold a slot. */
  get inUse(): number { return this.#bulkhead.inUse }
  /** Callers in line. */
  get waiting(): number { return this.#bulkhead.queue?.length ?? 0 }
  /** Slots; 0 while it is closed. */
  get max(): number { return this.#bulkhead.settings.maxConcurrent }
  /** Rejections since the start or the last reset. */
  get rejected(): number { return this.#bulkhead.rejected }
}

/** Its row in `registry.snapshot()`. */
export function snapshot(bulkhead: Bulkhead): { inUse: number; waiting: number; max: number; rejected: number } {
  const { inUse, waiting, max, rejected } = new BulkheadHandle(bulkhead)
  return { inUse, waiting, max, rejected }
}

/** State begins anew. Whoever waits goes on under the new era. */
export function reset(bulkhead: Bulkhead): void {
  bulkhead.era++
  bulkhead.inUse = bulkhead.rejected = 0
  bulkhead.queue?.serve()
}
