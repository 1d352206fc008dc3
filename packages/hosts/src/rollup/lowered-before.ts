// @rollup/plugin-typescript answers where files are loaded: whatever the order of plugins, all others are given JavaScript whose decorators are lowered already.

/** What Rollup and its kin hand to `buildStart`. */
export interface RollupInput { readonly plugins?: readonly { readonly name?: string }[] }

export const COMPILED_BEFORE = `@rollup/plugin-typescript has lowered decorators before resilience4cata could see them, so they are interpreted. ` +
  `Strip types by a plugin that transforms, after this one: rollup-plugin-esbuild, @rollup/plugin-swc or @rollup/plugin-sucrase. resilient(…) is compiled either way.`

/** Says of a build's first such file that it is one. */
export function loweredBefore(input: RollupInput | undefined): ((code: string) => boolean) | undefined {
  if (!input?.plugins?.some(({ name }) => name === 'typescript')) return undefined
  let told = false
  return (code) => !told && (told = /\b__(?:esDecorate|decorate)\(/.test(code))
}
