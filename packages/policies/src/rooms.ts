// All rooms as running programs see them: for what doesn't know beforehand which policies it will meet (interpreter, pipeline, configuration).
import type { LayerName } from '@resilience4cata/core/layers'
import type { RunSide } from '@resilience4cata/core/run/room'
import { room as adaptiveLimit } from './adaptive-limit/index.ts'
import { room as bulkhead } from './bulkhead/index.ts'
import { room as circuitBreaker } from './circuit-breaker/index.ts'
import { room as fallback } from './fallback/index.ts'
import { room as hedge } from './hedge/index.ts'
import { room as rateLimiter } from './rate-limiter/index.ts'
import { room as retry } from './retry/index.ts'
import { room as timeout } from './timeout/index.ts'

export const rooms: Partial<Record<LayerName, RunSide>> = { adaptiveLimit, bulkhead, circuitBreaker, fallback, hedge, rateLimiter, retry, timeout }
