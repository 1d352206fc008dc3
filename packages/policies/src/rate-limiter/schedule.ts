/** When permits come. Times are milliseconds of the registry's clock; nothing here reads it. */
export interface Schedule {
  /** Takes the permit that there is at `at`, if there is one. */
  take(at: number): boolean
  /** Takes back what was given for `startedAt` and not used. */
  giveBack(startedAt: number): void
  /** When the one at `position` of the line has its permit (0: the next there is), where `take(at)` had none. */
  startAt(position: number, at: number): number
  /** Permits left at `at`. Changes nothing. */
  left(at: number): number
  /** Other numbers hold from now on; what has started stays counted. */
  adjust(permits: number, period: number): void
}
