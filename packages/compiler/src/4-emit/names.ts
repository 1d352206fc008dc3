// Names of generated things: `r4c$…`, none that the file already has, whatever it means there.
export class Names {
  /** Undefined where no text of the file looks like a generated name: mostly. */
  readonly #source: string | undefined
  /** Of the file: imports and instances. They may not be hidden by a local. */
  readonly #file = new Set<string>()
  readonly #locals = new Set<string>()
  readonly #members = new Set<string>()
  readonly #imports = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  constructor(source: string) { this.#source = source.includes('r4c$') ? source : undefined }

  /** The local name of an export of `/generated`. */
  use = (exported: string): string => {
    const known = this.#imports.get(exported)
    if (known) return known
    const name = this.#fresh(`r4c$${exported}`, (candidate) => this.#file.has(candidate) || this.#locals.has(candidate))
    this.#file.add(name)
    this.#imports.set(exported, name)
    return name
  }

  /** A const of the file or block: `r4c$retry0`. */
  numbered(word: string): string {
    const count = this.#counts.get(word) ?? 0
    this.#counts.set(word, count + 1)
    const name = this.#fresh(`r4c$${word}${count}`, (candidate) => this.#file.has(candidate) || this.#locals.has(candidate))
    this.#file.add(name)
    return name
  }

  /** A private member, whose name means nothing outside of classes: `r4c$price`, and `r4c$price$2` for another one. */
  member(word: string): string {
    const name = this.#fresh(`r4c$${word}`, (candidate) => this.#members.has(candidate))
    this.#members.add(name)
    return name
  }

  /** Locals of one site. Another site may have the same: each is a function of its own. */
  locals(): (word: string) => string {
    const mine = new Set<string>()
    return (word) => {
      const name = this.#fresh(`r4c$${word}`, (candidate) => this.#file.has(candidate) || mine.has(candidate))
      mine.add(name)
      this.#locals.add(name)
      return name
    }
  }

  get imports(): ReadonlyMap<string, string> { return this.#imports }

  #fresh(wanted: string, taken: (name: string) => boolean): string {
    for (let i = 1; ; i++) {
      const candidate = i === 1 ? wanted : `${wanted}$${i}`
      if (!taken(candidate) && !this.#source?.includes(candidate)) return candidate
    }
  }
}
