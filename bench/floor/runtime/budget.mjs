import { instance } from './instances.mjs'

// How many retries (or hedges) are allowed in relation to the calls of the last `window`, in ten slices. Only a refusal or
// a grant moves the window, so a call costs no clock read.

class Budget {
  #counts = new Int32Array(20) // calls 0…9, extra attempts 10…19
  #head = 0; #headAt = NaN; #calls = 0; #extra = 0
  #percent; #reserve; #slice

  constructor({ percent, perSecond = 10, window = 10_000 }) {
    this.#percent = percent
    this.#reserve = (perSecond * window) / 1000
    this.#slice = window / 10
  }
  onCall() {
    this.#counts[this.#head]++
    this.#calls++
  }
  refuses() {
    this.#advance(performance.now())
    if (this.#extra + 1 > Math.floor(this.#reserve + (this.#percent * this.#calls) / 100 + 1e-9)) return true
    this.#counts[10 + this.#head]++
    this.#extra++
    return false
  }
  #advance(now) {
    if (this.#headAt !== this.#headAt) this.#headAt = now
    const passed = Math.floor((now - this.#headAt) / this.#slice)
    if (passed <= 0) return
    this.#headAt += passed * this.#slice
    for (let i = Math.min(passed, 10); i > 0; i--) {
      this.#head = (this.#head + 1) % 10
      this.#calls -= this.#counts[this.#head]
      this.#extra -= this.#counts[10 + this.#head]
      this.#counts[this.#head] = this.#counts[10 + this.#head] = 0
    }
  }
}
export const budget = (id, options) => instance('budget:', id, () => new Budget(options))
