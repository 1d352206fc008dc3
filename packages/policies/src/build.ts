// The door to the compiler: what each policy looks like as options and as text.
import type { BuildSide } from '@resilience4cata/core/build/template'
import type { LayerName } from '@resilience4cata/core/layers'
import * as adaptiveLimit from './adaptive-limit/options.ts'
import { template as adaptiveLimitTemplate } from './adaptive-limit/template.ts'
import { hints as bulkheadHints } from './bulkhead/hints.ts'
import * as bulkhead from './bulkhead/options.ts'
import { template as bulkheadTemplate } from './bulkhead/template.ts'
import { hints as circuitBreakerHints } from './circuit-breaker/hints.ts'
import * as circuitBreaker from './circuit-breaker/options.ts'
import { template as circuitBreakerTemplate } from './circuit-breaker/template.ts'
import * as fallback from './fallback/options.ts'
import { template as fallbackTemplate } from './fallback/template.ts'
import { hints as hedgeHints } from './hedge/hints.ts'
import * as hedge from './hedge/options.ts'
import { template as hedgeTemplate } from './hedge/template.ts'
import * as rateLimiter from './rate-limiter/options.ts'
import { template as rateLimiterTemplate } from './rate-limiter/template.ts'
import { hints as retryHints } from './retry/hints.ts'
import * as retry from './retry/options.ts'
import { template as retryTemplate } from './retry/template.ts'
import { hints as timeoutHints } from './timeout/hints.ts'
import * as timeout from './timeout/options.ts'
import { template as timeoutTemplate } from './timeout/template.ts'

export const policies: Partial<Record<LayerName, BuildSide>> = {
  adaptiveLimit: { traits: adaptiveLimit.TRAITS, table: adaptiveLimit.TABLE, defaults: adaptiveLimit.DEFAULTS, check: adaptiveLimit.check, template: adaptiveLimitTemplate },
  bulkhead: { traits: bulkhead.TRAITS, table: bulkhead.TABLE, defaults: bulkhead.DEFAULTS, check: bulkhead.check, template: bulkheadTemplate, hints: bulkheadHints },
  rateLimiter: { traits: rateLimiter.TRAITS, table: rateLimiter.TABLE, defaults: rateLimiter.DEFAULTS, check: rateLimiter.check, template: rateLimiterTemplate },
  fallback: { traits: fallback.TRAITS, table: fallback.TABLE, defaults: fallback.DEFAULTS, check: fallback.check, template: fallbackTemplate },
  hedge: { traits: hedge.TRAITS, table: hedge.TABLE, defaults: hedge.DEFAULTS, check: hedge.check, template: hedgeTemplate, hints: hedgeHints },
  circuitBreaker: { traits: circuitBreaker.TRAITS, table: circuitBreaker.TABLE, defaults: circuitBreaker.DEFAULTS, check: circuitBreaker.check, template: circuitBreakerTemplate, hints: circuitBreakerHints },
  retry: { traits: retry.TRAITS, table: retry.TABLE, defaults: retry.DEFAULTS, check: retry.check, template: retryTemplate, hints: retryHints },
  timeout: { traits: timeout.TRAITS, table: timeout.TABLE, defaults: timeout.DEFAULTS, template: timeoutTemplate, hints: timeoutHints },
}
