import { Mode, RateLimiter } from 'resilience4cata'

export class Rates {
  turn = 0
  next() { return (this.turn = (this.turn + 1) & 1023) }

  @Mode('sync')
  @RateLimiter({ permits: 1_000_000 })
  rate(_currency: string): number {
    return this.next() * 2
  }
}

const rates = new Rates()
export const sync = true
export const call = () => rates.rate('EUR')
