// What holds for a file: where it belongs, and which decorators it has. Nothing of the compiler is loaded for it.
import type { CompileOptions } from '@resilience4cata/compiler/index'
import { fileOf } from '@resilience4cata/core/build/file-of'
import type { Options } from './options.ts'
import { isOwn, packageFinder } from './package-root.ts'
import { decoratorsFinder, type Decorators } from './tsconfig.ts'

export interface Asked {
  readonly layout?: 'lines' | 'pretty'
  /** What the host itself says about decorators; the user's option wins, the nearest tsconfig is asked last. */
  readonly decorators?: Decorators | undefined
  readonly modules?: Readonly<Record<string, string>>
}

export type Settings = Omit<CompileOptions, 'id'>

/** Remembers packages and tsconfigs for as long as it lives. `undefined`: the file is the product's own. */
export function settingsFinder(options: Options): (id: string, asked?: Asked) => Settings | undefined {
  const packageOf = packageFinder()
  const decoratorsOf = decoratorsFinder()
  const { through, passive, strict, hints } = options
  return (id, asked = {}) => {
    const file = fileOf(id)
    const home = packageOf(file)
    if (isOwn(home)) return undefined
    return {
      root: options.root ?? home.root,
      ...(home.name !== undefined && { packageName: home.name }),
      decorators: options.decorators ?? asked.decorators ?? decoratorsOf(file),
      ...(asked.layout && { layout: asked.layout }),
      ...(asked.modules && { modules: asked.modules }),
      ...defined({ through, passive, strict, hints }),
    }
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

// exactOptionalPropertyTypes: absent and undefined differ
const defined = <T extends object>(values: T): Defined<T> => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
