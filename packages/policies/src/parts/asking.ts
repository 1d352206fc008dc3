// For templates: whether lists of failures may ask a function of the user's.
import type { Written } from '@resilience4cata/core/build/template'

/** Words and names ask nobody; what the text doesn't show may be a predicate. */
export const asksOf = (written: Written, options: readonly string[]): boolean =>
  options.some((option) => written.has(option) && ![written.literal(option)].flat().every((matcher) => typeof matcher === 'string'))
