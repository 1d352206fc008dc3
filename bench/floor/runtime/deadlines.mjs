// Deadlines of one duration end in the order in which they begin. So one ring and one native timer serve all the calls of
// an instance, and a call costs one slot.
//
// A ticket is a running number. Its slot is emptied when the call is settled, by whoever comes first: the answer or the
// timer. A late answer finds its ticket closed; it can never touch the next user of the slot.

const WRAP = 0x3fffffff // tickets stay small integers
const WIDTH = 3 // numbers per slot: when it is due, and two notes
// The native timer is set for at most this long and not renewed when nobody waits. So a long timeout never holds a process
// that has nothing left to do, and no call pays for ref() and unref().
const SLICE = 50
const LAG = 25 // the event loop was blocked for longer than this: answers may lie unread in the sockets

export class Deadlines {
  #value; #onDue
  #step = 0; #now = 0 // coarse only: time is the number of steps that the ticker has made
  #mask = 15; #head = 0; #tail = 0; #slots = new Float64Array(16 * WIDTH); #resolves = new Array(16).fill(null)
  #timer = false; #armedBy; #armedFor; #graceGiven = false
  #fire = () => this.#onTimer()
  #executor = (resolve) => { this.#resolves[(this.#tail - 1) & this.#mask] = resolve; }

  /** `onDue(ticket, note0, note1)` is called with the ticket still open, in the timer's async context. */
  constructor(value, coarse, onDue) {
    this.#value = value
    this.#onDue = onDue
    if (coarse) {
      this.#step = Math.min(value / 16, SLICE)
      this.#value = Math.ceil(value / this.#step) + 1 // in steps; one more, since the running one has begun before the call
    }
  }
  /** Opens a ticket. The notes are handed to `onDue`. `promise()` must follow. */
  begin(now, note0 = 0, note1 = 0) {
    const ticket = this.#tail
    if (((ticket - this.#head) & WRAP) > this.#mask) this.#grow()
    const at = (ticket & this.#mask) * WIDTH
    this.#slots[at] = this.#value + (this.#step !== 0 ? this.#now : now === undefined ? performance.now() : now)
    this.#slots[at + 1] = note0
    this.#slots[at + 2] = note1
    this.#tail = (ticket + 1) & WRAP
    // a test may have switched to fake timers or back: then the timer that is set may never fire
    if (!this.#timer || this.#armedBy !== globalThis.setTimeout) this.#arm(this.#value)
    return ticket
  }
  /** The promise of the ticket that was just opened. */
  promise() { return new Promise(this.#executor); }
  isOpen(ticket) {
    return ((ticket - this.#head) & WRAP) < ((this.#tail - this.#head) & WRAP) && this.#resolves[ticket & this.#mask] !== null
  }
  /** Settles the promise and closes the ticket; does nothing for a closed one. A thenable as value decides by itself. */
  resolve(ticket, value) {
    if (!this.isOpen(ticket)) return
    const at = ticket & this.#mask, resolve = this.#resolves[at]
    this.#resolves[at] = null
    while (this.#head !== this.#tail && this.#resolves[this.#head & this.#mask] === null) this.#head = (this.#head + 1) & WRAP
    resolve(value)
  }
  get isIdle() { return this.#head === this.#tail; }

  #arm(rest) {
    this.#timer = true
    this.#armedBy = globalThis.setTimeout // looked up late, for fake timers
    this.#armedFor = this.#step === 0 && rest <= SLICE ? this.#head : -1 // due when the timer fires, whatever the clock says
    this.#armedBy(this.#fire, this.#step || Math.min(rest, SLICE))
  }
  #onTimer() {
    const now = this.#step === 0 ? performance.now() : ++this.#now
    if (this.#step === 0 && !this.isIdle && now - this.#headDue() > LAG && !this.#graceGiven) {
      this.#graceGiven = true
      ;(globalThis.setImmediate ?? globalThis.setTimeout)(this.#fire)
      return
    }
    this.#graceGiven = this.#timer = false
    const early = this.#step === 0 ? 1 : 0 // native timers fire up to 1 ms early
    while (!this.isIdle && (this.#headDue() <= now + early || this.#head === this.#armedFor)) {
      const at = (this.#head & this.#mask) * WIDTH
      this.#onDue(this.#head, this.#slots[at + 1], this.#slots[at + 2])
    }
    if (!this.isIdle && !this.#timer) this.#arm(this.#headDue() - now)
  }
  #headDue() { return this.#slots[(this.#head & this.#mask) * WIDTH]; }
  #grow() {
    const mask = this.#mask, slots = this.#slots, resolves = this.#resolves
    this.#mask = 2 * mask + 1
    this.#slots = new Float64Array(2 * slots.length)
    this.#resolves = new Array(2 * resolves.length).fill(null)
    for (let ticket = this.#head; ticket !== this.#tail; ticket = (ticket + 1) & WRAP) {
      const from = ticket & mask, to = ticket & this.#mask
      this.#slots.set(slots.subarray(from * WIDTH, (from + 1) * WIDTH), to * WIDTH)
      this.#resolves[to] = resolves[from]
    }
  }
}
