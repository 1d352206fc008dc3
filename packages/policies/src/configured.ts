// What `configure` takes, for the type checker.
import type { LayerName } from '@resilience4cata/core/layers'
import type { Policies } from './policies.ts'

type OptionsOf<Policy extends LayerName> = Exclude<Extract<Policies[Policy], object>, (...args: any[]) => unknown>

/** A name is what configuration goes by, and a handler is written at its site. `null` takes back what was configured. */
type Configured<Options> = { readonly [Option in keyof Options as Exclude<Option, 'name' | 'handler'>]?: Options[Option] | null } | null

/** Options by policy. */
export type ConfiguredPolicies = { readonly [Policy in LayerName]?: Configured<OptionsOf<Policy>> }

type ByName = Readonly<Record<string, ConfiguredPolicies | null>> | null

/** What `registry.configure` takes: built-in < `defaults` < `configs` < what is written at a site < `instances`. `null` takes back what was configured. An unknown key: R4C-CFG-001. */
export interface Configuration {
  /** For all sites, below what is written. */
  readonly defaults?: ConfiguredPolicies | null
  /** By the name that a site refers to with `config`, below what is written. */
  readonly configs?: ByName
  /** For one instance, above what is written: by its id, its name, or what is behind the `#` of its id. */
  readonly instances?: ByName
  /** `false` passes every site straight through. */
  readonly enabled?: boolean | null
  /** `'edge'`: every call waits by a timer of its own, for runtimes in which one request can't act for another. Recognised by itself on Cloudflare Workers. */
  readonly profile?: 'edge' | null
  /** By a flat key: `'instances.checkout.retry.delay': '1s'`. */
  readonly [path: `${'defaults' | 'configs' | 'instances'}.${string}`]: unknown
}
