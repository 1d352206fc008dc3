// Rolldown, and Vite since 8, lower no standard decorators. What is interpreted by a decorator reaches browsers as it stands, and they stop at its `@`.
import { fileOf } from '@resilience4cata/core/build/file-of'

/** What hooks of Rollup and its kin have for `this`. */
interface Bundler {
  getModuleInfo(id: string): { readonly code: string | null } | null
  warn(message: string): void
}

export const GUARD = '@r4c$guard'
const isLeftIn = (code: string): boolean => code.includes(GUARD)

/** Modules in which a decorator is left, each told of once when nobody has lowered it by the end of the build. */
export class LeftDecorators {
  readonly #ids = new Set<string>()

  note(id: string, code: string): void { if (isLeftIn(code)) this.#ids.add(id) }

  /** `host`: what a hook has for `this`. Other bundlers stop at the decorator themselves. */
  tell(host: object): void {
    const { getModuleInfo, warn } = host as Partial<Bundler>
    for (const id of this.#ids) if (isLeftIn(getModuleInfo?.call(host, id)?.code ?? '')) warn?.call(host, leftIn(id))
    this.#ids.clear()
  }
}

export const leftIn = (id: string): string =>
  `${fileOf(id)}: what is interpreted there needs a decorator, and nobody lowers decorators here: browsers and Node stop at the @ with a SyntaxError. ` +
  'Write the options so that they can be compiled (`npx r4c explain` says what keeps them from it), or `resilient(…)`, or let a plugin of Babel or SWC lower decorators.'
