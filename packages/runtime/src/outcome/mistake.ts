import { ConfigurationError } from '@resilience4cata/core/configuration-error'

/** A mistake of this very site, such as a classifier that can't be used, is nobody's failure: it is thrown as it is. */
export const isMistakeOf = (site: string, failure: unknown): boolean =>
  failure instanceof ConfigurationError && failure.diagnostics.some(({ where }) => where === site)
