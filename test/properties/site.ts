import type { LayerName } from '@resilience4cata/core/layers'
import type { BreakerOp, Program } from './program.ts'
import type { Stage } from './stage.ts'

/** A program's site as somebody has built it. */
export interface Site {
  /** The call of this number. */
  call(id: number): unknown
  /** What can be seen of its state, by lane. */
  look(): Readonly<Record<string, object>>
  /** Of the first site, or that both have. */
  breaker(op: BreakerOp): void
  configure(layer: LayerName, options: object): void
  /** The registry notices where the clock stands. */
  readClock(): void
  /** What must hold when all is over; throws. */
  quiesce?(): Promise<void>
}

/** An engine, or the model. */
export type Build = (program: Program, stage: Stage) => Site | Promise<Site>

export type Policies<Each> = Readonly<Record<LayerName, Each>>
