// The caller's signal as a scope. One listener per signal, whatever the number of concurrent calls and layers: Node warns at the eleventh, and a long-lived
// signal would collect them.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { realm } from '@resilience4cata/core/run/realm'
import type { Listening, Scope } from '@resilience4cata/core/run/scope'
import { notASignal } from '@resilience4cata/core/site-faults'
import { Listeners } from './listeners.ts'

/** What a site's `signal` gave, as a scope; the same scope for the same signal. R4C-SIG-001 when it is neither a signal nor nothing. */
export function callerScope(value: unknown): Scope | undefined {
  if (value === undefined || value === null) return undefined
  if (!isSignal(value)) throw new ConfigurationError([notASignal(value)])
  let scope = SCOPES.get(value)
  if (!scope) SCOPES.set(value, (scope = new CallerScope(value)))
  return scope
}

const SCOPES = /*#__PURE__*/ new WeakMap<AbortSignal, CallerScope>()

// by its shape: signals come from other realms and polyfills
const isSignal = (value: any): value is AbortSignal => typeof value.aborted === 'boolean' && typeof value.addEventListener === 'function'

class CallerScope extends Listeners implements Scope {
  readonly #onAbort = () => this.fire()

  constructor(readonly signal: AbortSignal) { super() }

  get aborted(): boolean { return this.signal.aborted }
  get reason(): unknown { return this.signal.reason }

  override listen(fire: () => void): Listening {
    if (this.empty) {
      this.signal.addEventListener('abort', this.#onAbort)
      count(1)
    }
    // a caller who has left on the way, by what a listener or a key does, is heard of by whoever begins to race
    if (this.aborted) void Promise.resolve().then(this.#onAbort)
    return super.listen(fire)
  }

  override remove(listener: Parameters<Listeners['remove']>[0]): void {
    super.remove(listener)
    if (!this.empty) return
    this.signal.removeEventListener('abort', this.#onAbort)
    count(-1)
  }
}

/** For `quiesce`: a signal doesn't say who listens to it. */
function count(change: number): void {
  const shared = realm()
  shared.listening = (shared.listening ?? 0) + change
}
