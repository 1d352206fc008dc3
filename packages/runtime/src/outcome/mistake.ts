import type { Instance } from '@resilience4cata/core/run/instance'

/**
 * A mistake of the very site of an instance, such as a classifier that can't be used, is nobody's failure: it is thrown as it is. It may come from another call
 * of the site. By name, as everywhere: errors come from other realms.
 */
export function isOwnMistake({ site, id }: Instance<any>, failure: any): boolean {
  try {
    return failure.name === 'ConfigurationError' && failure.diagnostics.some(({ where }: { where?: string }) => where === site || where === id)
  } catch {
    // what can't be looked at is none of ours
    return false
  }
}
