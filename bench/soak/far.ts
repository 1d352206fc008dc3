// The other side, which is slow, fails, throws at once, never answers or answers late; by a seed.
export interface Chances { readonly fails: number; readonly throws: number; readonly hangs: number; readonly slow: number }

export const FAULTS: Chances = { fails: 0.1, throws: 0.02, hangs: 0.02, slow: 0.05 }

export class Far {
  chances = FAULTS
  constructor(readonly random: () => number) {}

  find({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<{ cents: number }> {
    const { fails, throws, hangs, slow } = this.chances
    let at = this.random()
    if ((at -= throws) < 0) throw new Error('throws')
    if ((at -= hangs) < 0) return hang(signal)
    if ((at -= fails) < 0) return Promise.reject(new Error('fails'))
    if ((at -= slow) < 0) return late(signal, 40)
    return at < 0.4 ? Promise.resolve({ cents: 700 }) : late(signal, 4 * this.random())
  }
  now(): number {
    if (this.random() < this.chances.fails) throw new Error('fails')
    return 700
  }
}

/** Never, unless it is told to stop. Whoever can't tell it waits long: a slot is held until the body has ended. */
const hang = (signal: AbortSignal | undefined) =>
  signal ? new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })) : late(undefined, 150)

/** Answers whether or not anybody waits, unless it is told to stop. */
const late = (signal: AbortSignal | undefined, ms: number) => new Promise<{ cents: number }>((resolve, reject) => {
  const timer = setTimeout(() => resolve({ cents: 700 }), ms)
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason) }, { once: true })
})

/** Mulberry32: the same faults for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
