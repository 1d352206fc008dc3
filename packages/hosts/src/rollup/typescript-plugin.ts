// @rollup/plugin-typescript answers where files are loaded: whatever the order of plugins, all others are given JavaScript, whose decorators are lowered already.
import { fileOf } from '@resilience4cata/core/build/file-of'

/** What Rollup and its kin hand to `buildStart`. */
export interface RollupInput { readonly plugins?: readonly { readonly name?: string }[] }

export const isUsed = (input: RollupInput | undefined): boolean => input?.plugins?.some(({ name }) => name === 'typescript') === true

/** The id by which the compiler takes the text for what it is. */
export const asJavaScript = (id: string): string => `${fileOf(id)}?lang.js`

export const isLowered = (code: string): boolean => /\b__(?:esDecorate|decorate)\(/.test(code)

export const LOWERED = '@rollup/plugin-typescript has lowered decorators before resilience4cata could see them, so they are interpreted. ' +
  'Strip types by a plugin that transforms, after this one: rollup-plugin-esbuild, @rollup/plugin-swc or @rollup/plugin-sucrase. resilient(…) is compiled either way.'
