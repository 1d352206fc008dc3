import type { World } from './layer.ts'
import type { Stop } from './stop.ts'

/** Callers who wait for what others give back, first in, first out. */
export class Line<Permit> {
  guests: ((came: Permit | 'expired' | 'aborted') => void)[] = []
  readonly #world: World
  /** A permit, if there is one. */
  readonly #take: () => Permit | undefined

  constructor(world: World, take: () => Permit | undefined) {
    this.#world = world
    this.#take = take
  }

  wait(maxWait: number, stop: Stop | undefined): Promise<Permit | 'expired' | 'aborted'> {
    return new Promise((resolve) => {
      const leave = (came: Permit | 'expired' | 'aborted') => {
        this.guests = this.guests.filter((guest) => guest !== leave)
        forget?.()
        unset()
        resolve(came)
      }
      this.guests.push(leave)
      const unset = this.#world.after(maxWait, () => leave('expired'))
      const forget = stop?.onEnd(() => leave('aborted'))
    })
  }

  serve(): void {
    while (this.guests.length > 0) {
      const permit = this.#take()
      if (permit === undefined) return
      this.guests[0]!(permit)
    }
  }
}
