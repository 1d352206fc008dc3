/** What ends one attempt early, and whom it tells. */
export class Stop {
  aborted = false
  reason: unknown = undefined
  /** Another attempt has answered: even a value is of no interest. */
  lost = false
  /** What is around it no longer ends it. */
  readonly leave: () => void = () => {}
  #listeners: (() => void)[] = []

  constructor(outer?: Stop) {
    const follow = () => this.end(outer!.reason, outer!.lost)
    if (outer?.aborted) follow()
    else if (outer) this.leave = outer.onEnd(follow)
  }

  end(reason: unknown, lost = false): void {
    if (this.aborted) return
    Object.assign(this, { aborted: true, reason, lost })
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  /** Answers with what takes it back. */
  onEnd(listener: () => void): () => void {
    this.#listeners.push(listener)
    return () => { this.#listeners = this.#listeners.filter((other) => other !== listener) }
  }

  addEventListener(_type: 'abort', listener: () => void): void { this.onEnd(listener) }
}
