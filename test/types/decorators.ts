// Our decorators where they may stand. Only the type checker runs this file, once for standard and once for legacy decorators: a line below
// `@ts-expect-error` must be wrong in both, every other must be right in both.
import { CancelWith, CircuitBreaker, Classify, Fallback, Mode, Named, PolicyOrder, Retry, bundle } from '@resilience4cata/policies/index'

const remote = bundle({ retry: { maxAttempts: 3, delay: '100ms' }, circuitBreaker: true })

@Retry({ maxAttempts: 3, delay: '0' })
@Named('prices')
@remote
export class PriceClient<Key extends string> {
  @Retry({ maxAttempts: 3, delay: '100ms' })
  @CircuitBreaker({ name: 'prices' })
  @Fallback('lastKnown')
  async price(sku: Key): Promise<number> { return sku.length }
  lastKnown(_sku: Key, _failure: unknown): number { return 0 }

  @Retry()
  @remote
  static async all(this: typeof PriceClient): Promise<string[]> { return [this.name] }

  @Retry({ delay: '0' })
  @Mode('sync')
  parse<T>(text: string): T { return JSON.parse(text) as T }

  async load(sku: string, options?: { signal?: AbortSignal }): Promise<string>
  async load(id: number): Promise<string>
  @CancelWith((_id: string | number, options?: { signal?: AbortSignal }) => options?.signal)
  @Classify((value: unknown) => (value === undefined ? 'failure' : 'success'))
  @PolicyOrder('circuitBreaker', 'retry')
  async load(id: string | number): Promise<string> { return String(id) }

  @Fallback(function (this: PriceClient<string>, failure, context, sku: string) { return `${failure} ${context.attempts} ${sku} ${this.constructor.name}` }, { applyOn: [TypeError] })
  async describe(sku: string): Promise<string> { return sku }

  // @ts-expect-error a field: write the marker
  @Retry()
  field = async () => 1

  // @ts-expect-error durations have a unit
  @Retry({ delay: '2 secs' })
  async wrongUnit() {}

  // @ts-expect-error no such option
  @Retry({ maxAttempt: 3 })
  async wrongOption() {}

  // @ts-expect-error the decorator isn't called
  @Retry
  async uncalled() {}

  // @ts-expect-error the fallback is always outermost
  @PolicyOrder('fallback', 'retry')
  async wrongOrder() {}

  // @ts-expect-error a mode is one of two
  @Mode('asynchronous')
  async wrongMode() {}
}
