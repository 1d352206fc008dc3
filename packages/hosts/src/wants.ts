// What a compilation wants of other modules, and what has been found of it.
import type { CompileResult } from '@resilience4cata/compiler/index'

const STEP = ' > '

export class Wants {
  readonly modules: Record<string, string> = {}
  readonly #files = new Map<string, string>()
  readonly #asked = new Set<string>()
  constructor(readonly file: string) {}

  get files(): string[] { return [...new Set(this.#files.values())] }

  /** What nobody has looked for yet. */
  news(result: Pick<CompileResult, 'wants'> | undefined): string[] {
    const wants = (result?.wants ?? []).filter((want) => !this.#asked.has(want))
    for (const want of wants) this.#asked.add(want)
    return wants
  }

  /** `./policies > ./base` is what the module `./policies` calls `./base`. */
  stepOf(want: string): { readonly specifier: string; readonly importer: string } {
    const at = want.lastIndexOf(STEP)
    return at < 0 ? { specifier: want, importer: this.file } : { specifier: want.slice(at + STEP.length), importer: this.#files.get(want.slice(0, at))! }
  }

  found(want: string, file: string, text: string): void {
    this.modules[want] = text
    this.#files.set(want, file)
  }
}
