// What every shell does with a file: find out where it belongs, call the compiler. Nothing is decided here.
import { compile, type CompileResult } from '@resilience4cata/compiler/index'
import { fileOf } from '@resilience4cata/core/build/file-of'
import { compileComponent, isComponent } from './component.ts'
import type { Options } from './options.ts'
import { isOwn, packageFinder } from './package-root.ts'
import { decoratorsFinder, type Decorators } from './tsconfig.ts'

export interface Asked {
  readonly layout?: 'lines' | 'pretty'
  /** What the host itself says about decorators; the user's option wins, the nearest tsconfig is asked last. */
  readonly decorators?: Decorators | undefined
  readonly modules?: Readonly<Record<string, string>>
}

export type FileCompiler = (code: string, id: string, asked?: Asked) => CompileResult | undefined

/** A compiler of files that remembers packages and tsconfigs for as long as it lives. `undefined`: the file is the product's own. */
export function fileCompiler(options: Options): FileCompiler {
  const packageOf = packageFinder()
  const decoratorsOf = decoratorsFinder()
  const { through, passive, strict, hints } = options
  return (code, id, asked = {}) => {
    const file = fileOf(id)
    const home = packageOf(file)
    if (isOwn(home)) return undefined
    const root = options.root ?? home.root
    const compileScript = (text: string, language?: string) => compile(text, {
      id: language === undefined ? id : `${file}?lang.${language}`,
      root,
      ...(home.name !== undefined && { packageName: home.name }),
      decorators: options.decorators ?? asked.decorators ?? decoratorsOf(file),
      ...(asked.layout && { layout: asked.layout }),
      ...(asked.modules && { modules: asked.modules }),
      ...defined({ through, passive, strict, hints }),
    })
    if (!isComponent(file, code)) return compileScript(code)
    const result = compileComponent(code, compileScript, { id: file, root })
    return isForBlock(id) ? { ...result, diagnostics: [] } : result
  }
}

// vue-loader asks for the whole file again for each of its blocks; what is to be said of the file has been said
const isForBlock = (id: string): boolean => /\?(?:.*&)?type=/.test(id)

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

// exactOptionalPropertyTypes: absent and undefined differ
const defined = <T extends object>(values: T): Defined<T> => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
