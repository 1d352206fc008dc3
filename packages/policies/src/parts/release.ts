/** What becomes of a value that nobody gets, unless a site says otherwise: the body of a response is cancelled, else each one pins a socket. */
export function release(value: unknown): void {
  try {
    const { body } = value as { body?: { cancel?: unknown; locked?: unknown } }
    if (typeof body?.cancel !== 'function' || body.locked) return
    const cancelled: unknown = body.cancel()
    // what it had to say is of no interest to anybody
    if (cancelled instanceof Promise) cancelled.catch(() => {})
  } catch {
    // nor this
  }
}
